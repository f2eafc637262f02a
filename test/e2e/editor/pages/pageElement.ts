/** The members of a page element that the tests read; they are compiled without the types of a browser. */
export interface PageElement {
	readonly innerText: string;
	getAttribute(name: string): string | null;
	querySelector(selector: string): PageElement | null;
	querySelectorAll(selector: string): Iterable<PageElement>;
}
