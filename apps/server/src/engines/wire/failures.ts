// Converts all failures of HTTP engines into EngineErrors. Recognises the errors that matter to users (too long, out of
// memory, refused, busy) in the wording of every dialect.
import { cutText } from '@polylogue/contract'
import { isRecord } from '#platform/outbound/index.ts'
import { EngineError, type EngineErrorCode } from '../engine.ts'

/** The content of an error body, whatever its format. */
interface Complaint {
  readonly message: string
  readonly code: string
  readonly param: string
  /** The HTTP status that the body names; 0 if none. */
  readonly status: number
}

/** Longest Retry-After that is reported: a day. */
const MAX_WAIT_MS = 86_400_000

const SAYS: readonly (readonly [EngineErrorCode, RegExp])[] = [
  [
    'context-overflow',
    /context[ _-]?(length|size|window|limit)|maximum (context|model length|prompt length|input length)|(prompt|input|request) is too long|too many tokens|input token count|maximum number of tokens|model token limit|`max_new_tokens` must be|range of input length|must have less than \d+ tokens|input length .{1,40}exceeds|prompt exceeds max/i,
  ],
  [
    'out-of-memory',
    /out of memory|more (system )?memory|(insufficient|not enough) memory|failed to allocate/i,
  ],
  ['bad-request', /quota|billing|budget|insufficient (credit|fund|balance)|out of credits|payment required/i],
  [
    'crashed',
    /runner (process )?(has )?(terminated|no longer running|crashed)|model has crashed|unexpectedly stopped/i,
  ],
]

/** Words of limits that end after a while. */
const PASSING = /per (second|minute|hour|day)|(retry|try again) in \d/i

/** Words of servers that take no more requests for now. */
const BUSY = /rate.?limit|overloaded|over.?capacity|too many requests|server (is )?busy/i

/** Anthropic's names of errors, without a status in a stream. */
const NAMED: Readonly<Record<string, EngineErrorCode>> = {
  authentication_error: 'auth',
  permission_error: 'auth',
  not_found_error: 'not-found',
}

/** Failures that the words of the server explain; others have a sentence that says more. */
const EXPLAINED: readonly EngineErrorCode[] = ['bad-request', 'internal', 'crashed', 'out-of-memory']

/** Words of refusals that a further attempt does not change. */
const REFUSED =
  /invalid|unsupported|not (supported|allowed|permitted|loaded|available|found|enabled)|does not (support|exist)|unknown|content.?(filter|policy|management)|safety|moderation|policy|validation|unexpected endpoint/i

/**
 * Returns the failure of an unsuccessful response. `body` is its text as far as it was read; `host` is removed from
 * messages.
 */
export function statusFailure(status: number, retryAfter: unknown, body: string, host = ''): EngineError {
  const complaint = complaintOf(body)
  const said = saidCode(complaint)
  const code = said ?? statusCode(status, complaint)
  const retryAfterMs = retryAfterOf(retryAfter) ?? waitIn(complaint.message)
  return new EngineError(code, `The engine answered ${status}: ${cutText(complaint.message, 500)}`, {
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...explained(code, complaint, status, host),
  })
}

/** Returns the failure that an engine reports with status 200: an error object, or its text. */
export function streamFailure(value: unknown): EngineError {
  const complaint = complaintOf(typeof value === 'string' ? value : JSON.stringify(value))
  const words = `${complaint.code} ${complaint.message}`
  const stated = complaint.status >= 400 ? statusCode(complaint.status, complaint) : undefined
  const code =
    saidCode(complaint) ??
    NAMED[complaint.code] ??
    (BUSY.test(words) ? 'busy' : (stated ?? (REFUSED.test(words) ? 'bad-request' : 'internal')))
  const message = `The engine reported: ${cutText(complaint.message, 500)}`
  return new EngineError(code, message, explained(code, complaint, 200, ''))
}

function explained(
  code: EngineErrorCode,
  complaint: Complaint,
  status: number,
  host: string,
): { reason?: string } {
  if (code === 'bad-request') return { reason: reasonOf(complaint, status, host) }
  const reason = EXPLAINED.includes(code) ? sanitised(complaint.message, host) : ''
  return reason === '' ? {} : { reason }
}

/** Returns the failure of a connection: unreachable before the response head, a broken stream after it. */
export function transportFailure(error: unknown, answered: boolean): EngineError {
  if (error instanceof EngineError) return error
  if (answered)
    return new EngineError('broken-stream', 'The connection broke inside the answer', { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // The engine accepted the request and hung up, so "cannot be reached" would be wrong.
  const hungUp =
    code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_')
  if (hungUp)
    return new EngineError('broken-stream', 'The engine closed the connection without an answer', {
      cause: error,
    })
  return new EngineError('unreachable', `The engine cannot be reached: ${code}`, { cause: error })
}

/** The model took too long or failed, or the client left: another attempt can help. */
const PASSING_STATUS: ReadonlySet<number> = new Set([408, 424, 425, 499])

function statusCode(status: number, { code, message }: Complaint): EngineErrorCode {
  // A filter's refusal, not a wrong key.
  if (status === 403 && /moderation|flagged|guardrail|content.?(filter|policy)/i.test(message))
    return 'bad-request'
  if (status === 401 || status === 403 || status === 407) return 'auth'
  if (status === 404 || /^model_?not_?found$/i.test(code)) return 'not-found'
  if (status === 429) return 'rate-limited'
  // 498 is Groq's word for a tier without capacity.
  if (status === 503 || status === 529 || status === 498) return 'busy'
  if (PASSING_STATUS.has(status)) return 'internal'
  if (status === 502 || status === 504 || (status >= 300 && status < 400)) return 'unreachable'
  // Cloudflare's words for a server behind it that is down.
  if ((status >= 520 && status <= 523) || status === 525 || status === 526 || status === 530)
    return 'unreachable'
  if (status === 400 && /model\b.*\bnot found/i.test(message)) return 'not-found'
  if (status >= 400 && status < 500) return 'bad-request'
  return 'internal'
}

/** Codes and types of a question that is too long: of OpenAI, llama.cpp and GitHub. */
const OVERFLOWS = ['context_length_exceeded', 'exceed_context_size_error', 'tokens_limit_reached']

function saidCode({ message, code }: Complaint): EngineErrorCode | undefined {
  if (OVERFLOWS.includes(code)) return 'context-overflow'
  if (/^(insufficient_quota|billing|content_filter|content_policy_violation)/.test(code)) return 'bad-request'
  if (/^model_?not_?found$/i.test(code)) return 'not-found'
  // Limits per minute end by themselves.
  if (PASSING.test(message)) return undefined
  return SAYS.find(([, pattern]) => pattern.test(message))?.[0]
}

/** Fields in which servers have the words of an error, or further fields and lists with them. */
const WORDS = [
  'message',
  'msg',
  'detail',
  'error',
  'errors',
  'Message',
  'error_message',
  'error_msg',
  'status_msg',
  'title',
]
const MAX_DEPTH = 4
/** Errors of a list that are told. */
const MAX_ERRORS = 3

/** Returns the words of an error in any of the forms of servers, such as a list of wrong fields; '' without any. */
export function wordsOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (depth > MAX_DEPTH) return ''
  if (Array.isArray(value))
    return value
      .slice(0, MAX_ERRORS)
      .map((one: unknown) => wordsOf(one, depth + 1))
      .filter(Boolean)
      .join('; ')
  if (!isRecord(value)) return ''
  const words = WORDS.map((name) => wordsOf(value[name], depth + 1)).find(Boolean) ?? ''
  // Servers in Python name the field that is wrong.
  const field = Array.isArray(value.loc) ? value.loc.filter((part) => part !== 'body').join('.') : ''
  return words === '' || field === '' ? words : `${field}: ${words}`
}

/** Parses `{error: {message, code, type, param}}`, `{error: "…"}`, `{message}`, `{detail}`, lists of them, and plain text. */
function complaintOf(body: string): Complaint {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    // Not JSON, for example from a proxy: HTML is no message for users.
    return { message: /<\w+/.test(body) ? '' : body, code: '', param: '', status: 0 }
  }
  if (Array.isArray(value)) value = value[0]
  const outer = isRecord(value) ? value : { message: value }
  const inner = isRecord(outer.error) ? outer.error : outer
  const status = [inner.code, inner.status, inner.status_code, inner.raw_status_code, outer.code]
  return {
    message: providerWords(inner.metadata) || wordsOf(outer.error) || wordsOf(outer),
    code: textOf(inner.code) || textOf(inner.type) || textOf(inner.error_type),
    param: textOf(inner.param),
    status: status.map(Number).find(isStatus) ?? 0,
  }
}

/** OpenRouter says “Provider returned error” and keeps the provider's own answer beside it. */
function providerWords(metadata: unknown): string {
  const raw = isRecord(metadata) ? textOf(metadata.raw) : ''
  return raw === '' ? '' : complaintOf(raw).message
}

const textOf = (part: unknown): string => (typeof part === 'string' ? part : '')

const isStatus = (value: number): boolean => Number.isInteger(value) && value >= 400 && value < 600

function retryAfterOf(header: unknown): number | undefined {
  if (typeof header !== 'string' || header === '') return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(MAX_WAIT_MS, Math.max(0, Math.round(ms)))
}

/** The time in the words of Groq, Gemini and Azure: “try again in 12m30.5s”, “retry after 12 seconds”. */
const WAIT =
  /\b(?:retry|again) (?:in|after) (?:(\d{1,3})h)?(?:(\d{1,4})m(?!s))?(?:(\d{1,6}(?:\.\d{1,9})?) ?(ms|s))?/i

function waitIn(message: string): number | undefined {
  const [, hours = 0, minutes = 0, rest = 0, unit] = WAIT.exec(message) ?? []
  const ms = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(rest) * (unit === 'ms' ? 1 : 1_000)
  return ms > 0 ? Math.min(MAX_WAIT_MS, Math.ceil(ms)) : undefined
}

function reasonOf({ message, param }: Complaint, status: number, host: string): string {
  const words = sanitised(message, host)
  const about = /^[\w.-]{1,40}$/.test(param) && !words.includes(param) ? `${param}: ` : ''
  return words === '' ? `${about}it answered ${status}` : `${about}${words}`
}

/**
 * Sanitises an engine's message: one line of at most 200 characters without addresses, paths, keys, stack traces, markup
 * and the engine's `host`. Removes everything that could be a secret, even if the sentence then has gaps (ENGINE-5).
 */
export function sanitised(message: string, host = ''): string {
  const line =
    withoutHost(cutText(message, 2000), host).split(/\r?\n[^\S\n]*(?:at |File |Traceback)|Traceback/)[0] ?? ''
  const clean = line
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '…')
    .replace(/\[?(?<!\w)[0-9a-f]{0,4}(?::[0-9a-f.]{0,15}){2,}(?!\w)\]?(?::\d+)?/gi, '…')
    .replace(/\b[\w.-]+:\d{2,5}\b/g, '…')
    .replace(INNER_NAME, '…')
    .replace(/\b[a-z]:\\\S+/gi, '…')
    .replace(/(^|[\s'"`(=])~?\/[\w.@-]+(?:\/[\w.@-]*)*/g, '$1…')
    .replace(/\b(?:bearer|basic)\s+\S+/gi, '…')
    .replace(/\b(?:sk|pk|key|tok|ghp|hf|xai|gsk)[-_][\w-]+\S*/gi, '…')
    .replace(/[\w+/=-]{24,}/g, '…')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .replace(/(?<![.\s])[.\s]+$/, '')
  return clean.length > 200 ? `${cutText(clean, 199)}…` : clean
}

/** Host names that exist only inside a network. */
const INNER_NAME =
  /\b(?:localhost|[\w-]+(?:\.[\w-]+)*\.(?:local|localdomain|internal|intranet|lan|corp|svc|home\.arpa))\b/gi

function withoutHost(message: string, host: string): string {
  const name = lowerCase(host.replace(/^\[|\]$/g, ''))
  if (name === '') return message
  const lower = lowerCase(message)
  let [out, from] = ['', 0]
  for (let at = lower.indexOf(name); at !== -1; at = lower.indexOf(name, Math.max(from, at + 1))) {
    const bare = at + name.length
    const port = /^:\d{1,5}/.exec(message.slice(bare, bare + 6))?.[0] ?? ''
    const end = [bare + port.length, bare].find((place) => !isInName(lower.charAt(place)))
    if (end === undefined || isInName(lower.charAt(at - 1))) continue
    out += `${message.slice(from, at)}…`
    from = end
  }
  return out + message.slice(from)
}

/** Keeps the length, unlike `toLowerCase`; names of hosts are ASCII. */
const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const isInName = (sign: string): boolean => /[\w-]/.test(sign)
