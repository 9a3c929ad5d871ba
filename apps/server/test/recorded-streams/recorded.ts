/** The body of one answer and what it says. */
export interface Recorded {
  readonly server: string
  readonly body: string
  /** Content type, if it is not that of the dialect's streams. */
  readonly type?: string
  readonly text?: string
  readonly thinking?: string
  /** The calls of tools: name, arguments, and the signature that goes back with them. */
  readonly calls?: readonly (readonly [name: string, text: string, signature?: string])[]
  readonly usage?: { readonly promptTokens: number; readonly responseTokens: number }
  /** `stop` by default. */
  readonly reason?: 'stop' | 'length' | 'tool-calls'
  readonly notices?: readonly string[]
  /** The code and the reason of a failure. */
  readonly fails?: string
  readonly says?: string
  /** Text can be sent before the mark that makes it reasoning. */
  readonly takesBack?: boolean
}

/** Returns objects as server-sent events. */
export function events(...objects: readonly object[]): string {
  return objects.map((object) => `data: ${JSON.stringify(object)}\n\n`).join('')
}

/** Returns Anthropic's events, which are named. */
export function named(
  ...objects: readonly { readonly type: string; readonly [field: string]: unknown }[]
): string {
  return objects.map((object) => `event: ${object.type}\ndata: ${JSON.stringify(object)}\n\n`).join('')
}

/** Returns objects as lines. */
export function lines(...objects: readonly object[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('')
}
