// Returns an answer as one reply.
import type { Usage } from '#engines/engine.ts'
import type { LongReply } from '#http/v1.ts'
import type { DirectEvent } from '#features/answers/index.ts'
import { finishReason, wireUsage, type FinishReason, type Identity } from '../replies/wire.ts'
import { wholeReply } from '../replies/whole-reply.ts'
import { signed, type ToolCallPiece } from './chunks.ts'

interface Call {
  id: string
  name: string
  arguments: string
  signature: string | undefined
}

/** The accumulated answer. */
interface Folded {
  text: string
  reasoning: string
  readonly calls: Map<number, Call>
  filtered: boolean
  reason: FinishReason
  usage: Usage
}

/** Waits for the whole answer and returns the reply. Without `parallel`, only the first call is returned. */
export async function chatReply(
  answer: AsyncIterable<DirectEvent>,
  { id, created, model }: Identity,
  { parallel }: { readonly parallel: boolean },
): Promise<string | LongReply> {
  const folded = await fold(answer, parallel)
  const calls = [...folded.calls.values()].map(({ id: callId, signature, ...called }) => ({
    id: callId,
    type: 'function',
    function: called,
    ...signed(signature),
  }))
  const message = {
    role: 'assistant',
    content: folded.text === '' && calls.length > 0 ? null : folded.text,
    refusal: null,
    ...(folded.reasoning === '' ? {} : { reasoning_content: folded.reasoning }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
  return wholeReply({
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: folded.reason }],
    usage: wireUsage(folded.usage),
  })
}

async function fold(answer: AsyncIterable<DirectEvent>, parallel: boolean): Promise<Folded> {
  const folded: Folded = {
    text: '',
    reasoning: '',
    calls: new Map(),
    filtered: false,
    reason: 'stop',
    usage: { promptTokens: null, responseTokens: null },
  }
  for await (const event of answer) {
    if (event.type === 'text') folded.text += event.text
    else if (event.type === 'thinking') folded.reasoning += event.text
    else if (event.type === 'reasoned') {
      folded.reasoning += folded.text
      folded.text = ''
    } else if (event.type === 'tool-call' && (parallel || event.index === 0)) addPiece(folded.calls, event)
    else if (event.type === 'notice') folded.filtered ||= event.code === 'CONTENT_FILTERED'
    else if (event.type === 'end') {
      folded.reason = finishReason(event.reason, { called: folded.calls.size > 0, filtered: folded.filtered })
      folded.usage = event.usage
    }
  }
  return folded
}

function addPiece(calls: Map<number, Call>, piece: ToolCallPiece): void {
  const call = calls.get(piece.index) ?? { id: '', name: '', arguments: '', signature: undefined }
  calls.set(piece.index, {
    id: piece.id ?? call.id,
    name: piece.name ?? call.name,
    arguments: call.arguments + piece.arguments,
    signature: piece.signature ?? call.signature,
  })
}
