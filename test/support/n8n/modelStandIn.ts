import { startHttpServer, type ReceivedRequest } from '../../../host/process/httpServer';

/** A tool as n8n describes it to the model. */
export interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties: Record<string, unknown> };
}

export interface ModelRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools: OfferedTool[];
}

/** A tool call that the model requests. */
export interface ToolCall {
	tool: string;
	arguments: Record<string, unknown>;
}

/** An answer of the model: text for the person, or tool calls. */
export type ModelTurn = string | readonly ToolCall[];

/** The next answers of the model, each of which can depend on the request. */
export type Script = ReadonlyArray<ModelTurn | ((request: ModelRequest) => ModelTurn)>;

export interface ModelStandIn {
	url: string;
	/** Replaces the script and clears the recorded requests. */
	play: (script: Script) => void;
	turns: ModelRequest[];
	requests: ReceivedRequest[];
	stop: () => Promise<void>;
}

/**
 * A stand-in for a language model: a server with OpenAI's chat completions endpoint. It plays back a script turn by turn.
 * It shows what n8n and the node send to a model and do at its request, not what a real model would answer.
 */
export async function startModelStandIn(): Promise<ModelStandIn> {
	const turns: ModelRequest[] = [];
	let script: Script = [];
	const server = await startHttpServer(({ path, body }) => {
		if (path !== '/v1/chat/completions')
			return { status: 404, body: { error: { message: `There is no ${path}` } } };
		const request = readRequest(body);
		const turn = script[turns.length];
		turns.push(request);
		if (turn === undefined)
			return { status: 400, body: { error: { message: 'The script has no further turn' } } };
		return { body: toCompletion(typeof turn === 'function' ? turn(request) : turn, turns.length) };
	});
	return {
		url: `${server.url}/v1`,
		play: (next) => {
			script = next;
			turns.length = 0;
			server.requests.length = 0;
		},
		turns,
		requests: server.requests,
		stop: server.stop,
	};
}

function readRequest(body: string): ModelRequest {
	const { messages, tools = [] } = JSON.parse(body) as {
		messages: ModelRequest['messages'];
		tools?: Array<{ function: OfferedTool }>;
	};
	return { messages, tools: tools.map((tool) => tool.function) };
}

function toCompletion(turn: ModelTurn, number: number) {
	const isText = typeof turn === 'string';
	const message = isText
		? { content: turn }
		: {
				content: null,
				tool_calls: turn.map((call, index) => toToolCall(call, `call-${number}-${index}`)),
			};
	return {
		id: `completion-${number}`,
		object: 'chat.completion',
		created: 0,
		model: 'stand-in',
		choices: [
			{
				index: 0,
				message: { role: 'assistant', ...message },
				finish_reason: isText ? 'stop' : 'tool_calls',
			},
		],
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	};
}

const toToolCall = ({ tool, arguments: values }: ToolCall, id: string) => ({
	id,
	type: 'function',
	function: { name: tool, arguments: JSON.stringify(values) },
});
