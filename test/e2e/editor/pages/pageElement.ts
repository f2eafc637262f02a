/** The members of a page element that the tests read, because the tests compile without browser types. */
export interface PageElement {
	readonly innerText: string;
	querySelector(selector: string): PageElement | null;
	querySelectorAll(selector: string): Iterable<PageElement>;
}
