// Formats an answer as OpenAI's chunks; the constant part of a chunk is serialised only once.
import type { ChatEvent, Usage } from '#engines/engine.ts'
import { wireUsage, type FinishReason, type Identity } from '../replies/wire.ts'

export type ToolCallPiece = Extract<ChatEvent, { type: 'tool-call' }>

export const STREAM_END = 'data: [DONE]\n\n'

/** The chunks of one answer, each a complete event. */
export interface Chunks {
  begin(): string
  text(text: string): string
  reasoning(text: string): string
  toolCall(piece: ToolCallPiece): string
  finish(reason: FinishReason): string
  usage(usage: Usage): string
}

/** With `withUsage` every chunk has a field `usage`, which is null except in the last one. */
export function chunksOf(of: Identity, withUsage: boolean): Chunks {
  const common = `data: ${JSON.stringify({ id: of.id, object: 'chat.completion.chunk', created: of.created, model: of.model }).slice(0, -1)},"choices":[`
  const head = `${common}{"index":0,"delta":{`
  const close = withUsage ? '}],"usage":null}\n\n' : '}]}\n\n'
  const tail = `},"finish_reason":null${close}`
  return {
    begin: () => `${head}"role":"assistant","content":""${tail}`,
    text: (text) => `${head}"content":${JSON.stringify(text)}${tail}`,
    reasoning: (text) => `${head}"reasoning_content":${JSON.stringify(text)}${tail}`,
    toolCall: (piece) => `${head}"tool_calls":[${JSON.stringify(wireCall(piece))}]${tail}`,
    finish: (reason) => `${head}},"finish_reason":"${reason}"${close}`,
    usage: (usage) => `${common}],"usage":${JSON.stringify(wireUsage(usage))}}\n\n`,
  }
}

function wireCall({ index, id, name, arguments: text, signature }: ToolCallPiece) {
  return {
    index,
    ...(id === undefined ? {} : { id, type: 'function' }),
    function: { ...(name === undefined ? {} : { name }), arguments: text },
    ...signed(signature),
  }
}

/** Returns the field in which Gemini's dialect has the signature of a call; clients send it back. */
export const signed = (signature: string | undefined) =>
  signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }
