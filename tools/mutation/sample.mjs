import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** One in so many statements is mutated: SAMPLE=8 npm run mutation. */
const SAMPLE = Number(process.env.SAMPLE ?? 1);

/** Spreads the sample evenly, and takes the same statements each time. */
const isInSample = (start) => (start * 2_654_435_761) % 4_294_967_296 < 4_294_967_296 / SAMPLE;

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'sample', {
		shouldIgnore: ({ node, parentPath }) =>
			/^(ExpressionStatement|IfStatement|ReturnStatement|VariableDeclarator)$/.test(node.type) &&
			parentPath !== null &&
			!isInSample(node.start)
				? 'not in the sample'
				: undefined,
	}),
];
