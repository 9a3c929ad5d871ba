import { EngineError, type ChatMessage } from '../engine.ts'

/**
 * Returns the error for a request that an engine cannot fulfil, thrown before anything is sent. `reason` is shown to users.
 */
export function unsupported(reason: string): EngineError {
  return new EngineError('bad-request', `Asked of an engine in vain: ${reason}`, { reason })
}

/** Returns the tool that a `tool` message answers: its own name, or that of the call it refers to. */
export function toolNameOf(message: ChatMessage, messages: readonly ChatMessage[]): string | undefined {
  if (message.toolName !== undefined) return message.toolName
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls)
  return calls.findLast((call) => call.id === message.toolCallId)?.name
}

/** Parses the arguments of a call, for engines that accept only an object; returns an empty object for invalid JSON. */
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
