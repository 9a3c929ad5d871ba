// Returns an answer as one reply.
import type { Usage } from '../../engines/engine.ts'
import type { DirectEvent } from '../answers/index.ts'
import { finishReason, wireUsage, type FinishReason, type Identity, type ToolCallPiece } from './chunks.ts'

interface Call {
  id: string
  name: string
  arguments: string
}

/** The accumulated answer. */
interface Came {
  text: string
  reasoning: string
  readonly calls: Map<number, Call>
  filtered: boolean
  reason: FinishReason
  usage: Usage
}

/** Waits for the whole answer and returns the reply as JSON text. Without `parallel`, only the first call is returned. */
export async function whole(
  answer: AsyncIterable<DirectEvent>,
  { id, created, model }: Identity,
  { parallel }: { readonly parallel: boolean },
): Promise<string> {
  const came = await read(answer, parallel)
  const calls = [...came.calls.values()].map(({ id: callId, ...called }) => ({
    id: callId,
    type: 'function',
    function: called,
  }))
  const message = {
    role: 'assistant',
    content: came.text === '' && calls.length > 0 ? null : came.text,
    refusal: null,
    ...(came.reasoning === '' ? {} : { reasoning_content: came.reasoning }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
  return JSON.stringify({
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: came.reason }],
    usage: wireUsage(came.usage),
  })
}

async function read(answer: AsyncIterable<DirectEvent>, parallel: boolean): Promise<Came> {
  const came: Came = {
    text: '',
    reasoning: '',
    calls: new Map(),
    filtered: false,
    reason: 'stop',
    usage: { promptTokens: null, responseTokens: null },
  }
  for await (const event of answer) {
    if (event.type === 'text') came.text += event.text
    else if (event.type === 'thinking') came.reasoning += event.text
    else if (event.type === 'tool-call' && (parallel || event.index === 0)) addPiece(came.calls, event)
    else if (event.type === 'notice') came.filtered ||= event.code === 'CONTENT_FILTERED'
    else if (event.type === 'end') {
      came.reason = finishReason(event.reason, { called: came.calls.size > 0, filtered: came.filtered })
      came.usage = event.usage
    }
  }
  return came
}

function addPiece(calls: Map<number, Call>, piece: ToolCallPiece): void {
  const call = calls.get(piece.index) ?? { id: '', name: '', arguments: '' }
  calls.set(piece.index, {
    id: piece.id ?? call.id,
    name: piece.name ?? call.name,
    arguments: call.arguments + piece.arguments,
  })
}
