// What one scripted answer does. Every field can be set for the whole server or, after a "?", in the model name:
// "mock?rate=30&tokens=150&cut=20". Numbers of tokens count from the beginning of the answer; 0 means never.

export const DEFAULTS = {
  /** Tokens per second; 0 = as fast as the client reads. */
  rate: 0,
  tokens: 20,
  /** Milliseconds between the response head and the first token. */
  first: 0,
  /** Milliseconds before the response head; -1 = never sent. */
  head: 0,
  /** HTTP status of a refusal; 0 = none. */
  status: 0,
  /** Retry-After of a refusal, in seconds; -1 = no header. */
  retry: -1,
  /** Number of refusals before it answers; 0 = always refuse. */
  times: 0,
  /** Destroys the socket after this many tokens: RST, or FIN with fin=1. -1 = right after the head, -2 = before it. */
  cut: 0,
  fin: 0,
  /** Stalls after this many tokens with the connection open; -1 = right after the head. */
  stall: 0,
  /** Sends an error object inside the stream after this many tokens; -1 = before the first. */
  errorAt: 0,
  /** Sends one malformed event after this many tokens. */
  garbage: 0,
  /** Sends invalid UTF-8 inside a token's text, after this many tokens. */
  badUtf8: 0,
  /** Sends a line of this many megabytes without an end, after the first token. */
  longLine: 0,
  /** 1 = the answer never ends. */
  endless: 0,
  /** 1 = ends cleanly after the last token, but without the final event. */
  noEnd: 0,
  /** 1 = an HTML page with status 200. */
  html: 0,
  /** Number of tokens at the beginning that are reasoning; `reasoning=1` sends them in a field of that name. */
  think: 0,
  reasoning: 0,
  /** 1 = ends because of length, 2 = because of a content filter (OpenAI only). */
  finish: 0,
  /** Bytes per write, cutting through characters and lines; 0 = one event per write. */
  chunk: 0,
  /** Characters per token of `text`; 0 = words. */
  piece: 0,
  /** 1 = CRLF line ends. */
  crlf: 0,
  /** 1 = a comment line (SSE) or an empty line (NDJSON) before every event. */
  comments: 0,
  /** 1 = each token carries the monotonic time at which it was sent: "17@812345.67 ". Same machine only. */
  stamp: 0,
  /** Number of prompt progress events, sent to clients that request them (llama.cpp's server). */
  readPieces: 0,
  /** Prompt tokens reported. */
  prompt: 10,
  /** The answer's text in place of numbers. */
  text: '',
  /** Message of a refusal or an in-stream error, and its OpenAI code. */
  message: 'injected failure',
  code: '',
  /** The whole body, sent as it is with the stream's content type. */
  raw: '',
  /** Name of the tool that the answer calls: number of calls, and pieces per call, which alternate; 0 pieces = whole. */
  tool: '',
  calls: 1,
  callPieces: 0,
  /** The signature of the thoughts before the first call, as Gemini sends it. */
  signature: '',
}

export type Settings = typeof DEFAULTS & {
  /** The model name before "?". */
  readonly name: string
}

/** Returns the settings of a request: the server's, overridden by those in the model name. */
export function settingsOf(model: unknown, base: Partial<typeof DEFAULTS>): Settings {
  const [name = '', query = ''] = String(model)
    .replace(/:latest$/, '')
    .split(/\?(.*)/s)
  const merged: Record<string, string | number> = { ...DEFAULTS, ...base }
  for (const [key, value] of new URLSearchParams(query)) {
    if (!(key in DEFAULTS)) throw new Error(`The model server has no setting "${key}"`)
    merged[key] = typeof DEFAULTS[key as keyof typeof DEFAULTS] === 'number' ? Number(value) : value
  }
  return { ...(merged as typeof DEFAULTS), name }
}

/** Returns the name of a scripted model: `model('mock', { tokens: 3 })` is "mock?tokens=3". */
export function model(name: string, settings: Partial<typeof DEFAULTS> = {}): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(settings)) query.set(key, String(value))
  return query.size === 0 ? name : `${name}?${query.toString()}`
}

const CITIES = ['Oslo', 'Rome', 'Sofia', 'Bern']

/** Returns the arguments of call i of a tool. */
export function wishOf(index: number): { readonly city: string } {
  return { city: CITIES[index % CITIES.length] ?? '' }
}

/** Returns the pieces of all calls in sending order, alternating between calls. The first piece of a call has number 0. */
export function callPieces({
  calls,
  callPieces: count,
}: Settings): { call: number; part: number; text: string }[] {
  const texts = Array.from({ length: calls }, (_, call) => JSON.stringify(wishOf(call)))
  if (count === 0) return texts.map((text, call) => ({ call, part: 0, text }))
  const parts = Array.from({ length: count + 1 }, (_, part) => part)
  return parts.flatMap((part) =>
    texts.map((text, call) => {
      const size = Math.ceil(text.length / count)
      return { call, part, text: part === 0 ? '' : text.slice((part - 1) * size, part * size) }
    }),
  )
}

/** Returns the pieces of the answer. Token i of `mock` is "<i> "; `echo` and given texts are split into words or pieces. */
export function tokensOf(
  settings: Settings,
  body: unknown,
): { readonly count: number; at(index: number): string } {
  const text = settings.name === 'echo' ? JSON.stringify(body) : settings.text
  if (text === '') {
    const at = settings.stamp
      ? (i: number) => `${i}@${performance.timeOrigin + performance.now()} `
      : (i: number) => `${i} `
    return { count: settings.endless ? Number.POSITIVE_INFINITY : settings.tokens, at }
  }
  const pieces = settings.piece > 0 ? inPieces(text, settings.piece) : (text.match(/\s*\S+\s*/g) ?? [text])
  return { count: pieces.length, at: (i) => pieces[i] ?? '' }
}

function inPieces(text: string, size: number): string[] {
  const characters = Array.from(text)
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, i) =>
    characters.slice(i * size, (i + 1) * size).join(''),
  )
}
