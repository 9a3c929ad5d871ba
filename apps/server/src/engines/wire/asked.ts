import { EngineError, type ChatMessage } from '../engine.ts'

/** A wish that an engine cannot fulfil, refused before anything is sent. `reason` is shown to people. */
export function cannot(reason: string): EngineError {
  return new EngineError('bad-request', `Asked of an engine in vain: ${reason}`, { reason })
}

/** The tool that a `tool` message answers, by its own word or by the call it names. */
export function toolNameOf(message: ChatMessage, messages: readonly ChatMessage[]): string | undefined {
  if (message.toolName !== undefined) return message.toolName
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls)
  return calls.findLast((call) => call.id === message.toolCallId)?.name
}

/** The arguments of a call as an object, for engines that take nothing else; broken ones become none. */
export function argumentsAsObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
