// Makes the requests in which the text fields of a call have their worst texts.
import { admits, API_ROOT, type Call } from '@polylogue/contract'
import { fullBody } from './full-body.ts'
import type { Sending } from './sender.ts'
import { textFieldsOf, type TextField } from './text-fields.ts'
import { MIXED_TEXTS, WORST_TEXTS } from './worst-texts.ts'
import type { Ask } from './world.ts'

export interface WorstRequest {
  readonly about: string
  readonly fields: readonly string[]
  readonly names: readonly string[]
  readonly sending: Sending
  /** Whether the schemas accept it. */
  readonly isAccepted: boolean
  /** Returns the same texts in one request for each of these fields, and one for the others. */
  parted(ask: Ask, alone: readonly string[]): WorstRequest[]
}

const LONG = 100_000
/** Without a sign-in a body may have 16 kB. */
const LONG_WITHOUT_USER = 2_000
/** A question from another page may have 64 kB. */
const LONG_QUESTION = 20_000
/** The bytes of all texts of a query: a head may have 16 kB. The router refuses longer ids in a path. */
const QUERY_BYTES = 12_000
const ID_BYTES = 100
/** A field without a limit in its schema may have one that is counted otherwise. */
const LENGTHS = [LONG, 50_000, 20_000, 8_000, 2_000, 1_000, 500, 250, 100, 60, 30, 10]
/** The fields that are sent together, so that their sum stays below the limit of a body. */
const TOGETHER = 8
/** Runs of a text of this length are still long enough for quadratic work to show. */
const MIXED_FROM = 8_000
/** Not alone, a call gets one of so many texts, each call others: in path and query, and beyond the limit of its fields. */
const FEWER = { inUrl: 6, refused: 3 }

type TextOf = (length: number) => string

interface Filled {
  readonly field: TextField
  readonly text: string
}

type Group = readonly Filled[]

/** The call whose fields are filled, and for whom. */
export interface Filling {
  readonly call: Call
  readonly ask: Ask
  readonly token: string | undefined
  /** The bytes that a body of the call may have. */
  readonly bodyBytes: number
}

/**
 * Returns the requests for a call. `alone` sends each field by itself with each text; else fields are sent together, and long
 * ones have several texts in one.
 */
export function worstRequests(filling: Filling, alone: boolean): WorstRequest[] {
  const { call, ask } = filling
  const fields = textFieldsOf(call)
  const inBody = fields.filter(({ part }) => part === 'body')
  const most = admits(call, 'open') ? LONG_WITHOUT_USER : call.crossOrigin ? LONG_QUESTION : LONG
  const together = alone ? 1 : TOGETHER
  const acceptedOf = (textOf: TextOf): Group =>
    inBody.flatMap((field) => longestAccepted(call, ask, field, textOf, most) ?? [])
  const sendable = (all: Group): Group[] =>
    grouped(all, together).flatMap((group) => separable(call, ask, group))
  // What a schema refuses still passes its checks.
  const beyondOf = (accepted: Group, textOf: TextOf): Group[] => {
    const reached = new Map(accepted.map(({ field, text }) => [field, text.length]))
    const beyond = inBody.filter((field) => (reached.get(field) ?? 0) < most - 1)
    return grouped(
      beyond.map((field) => ({ field, text: textOf(most) })),
      together,
    )
  }
  const groupsOf = (textOf: TextOf, at: number): Group[] => {
    const isOneOf = (number: number) => alone || (at + call.path.length) % number === 0
    const isForUrl = isOneOf(FEWER.inUrl)
    const accepted = acceptedOf(textOf)
    return [
      ...sendable(accepted.filter(({ text }) => alone || text.length < MIXED_FROM)),
      ...(isOneOf(FEWER.refused) ? beyondOf(accepted, textOf) : []),
      ...(isForUrl ? inUrl(fields, 'query', textOf, QUERY_BYTES, alone) : []),
      ...(isForUrl ? inUrl(fields, 'params', textOf, ID_BYTES, alone) : []),
    ]
  }
  const mixedOf = (textOf: TextOf): Group[] => {
    const accepted = acceptedOf(textOf)
    return [
      ...sendable(accepted.filter(({ text }) => text.length >= MIXED_FROM)),
      ...beyondOf(accepted, textOf),
    ]
  }
  const pure = Object.entries(WORST_TEXTS)
  const mixed = Object.entries(MIXED_TEXTS)
  const made = [
    ...pure.map(([about, textOf], at) => ({ about, groups: groupsOf(textOf, at) })),
    ...(alone ? [] : mixed.map(([about, textOf]) => ({ about, groups: mixedOf(textOf) }))),
  ].flatMap(({ about, groups }) => groups.map((group) => requestOf(filling, about, group)))
  const inFull = (alone ? pure : mixed).map(([about, textOf]) => ({ about, filled: acceptedOf(textOf) }))
  const full = inFull.flatMap(({ about, filled: all }, at) =>
    fullRequests(filling, about, alone ? all : all.filter((_, index) => index % inFull.length === at)),
  )
  return [...made, ...full]
}

function requestOf(filling: Filling, about: string, group: Group): WorstRequest {
  const { call, ask, token } = filling
  return {
    about,
    fields: group.map(({ field, text }) => `${field.name} (${text.length})`),
    names: group.map(({ field }) => field.name),
    sending: sendingOf(call, filled(ask, group), token),
    isAccepted: group.every(({ field }) => field.part === 'body') && isAccepted(call, ask, group),
    parted(other, alone) {
      const [single = [], others = []] = [true, false].map((isAlone) =>
        group.filter(({ field }) => alone.includes(field.name) === isAlone),
      )
      const parts = [...single.map((one) => [one]), ...(others.length > 0 ? [others] : [])]
      return parts.map((part) => requestOf({ ...filling, ask: other }, about, part))
    },
  }
}

/** Returns requests near the limit of a body: the lists around the fields have as many entries as fit. */
function fullRequests(filling: Filling, about: string, accepted: Group): WorstRequest[] {
  const { call, ask, token, bodyBytes } = filling
  const listed = accepted.filter(({ field }) => field.name.includes('[]') || field.name.includes('(key)'))
  return listed.flatMap((one) => {
    const whole = filled(ask, [one])
    const body = fullBody(
      whole.body,
      bodyBytes,
      (value) => call.bodySchema?.safeParse(value).success ?? false,
    )
    if (body === undefined) return []
    const fields = [`${one.field.name} (${one.text.length}), ${JSON.stringify(body).length} bytes`]
    const sending = sendingOf(call, { ...whole, body }, token)
    return [{ about, fields, names: [one.field.name], sending, isAccepted: true, parted: () => [] }]
  })
}

function inUrl(
  all: readonly TextField[],
  part: string,
  textOf: TextOf,
  bytes: number,
  alone: boolean,
): Group[] {
  const fields = all.filter((field) => field.part === part)
  const each = bytes / (alone ? 1 : fields.length)
  const perUnit = encodeURIComponent(textOf(ID_BYTES)).length / ID_BYTES
  const texts = fields.map((field) => ({ field, text: textOf(2 * Math.floor(each / perUnit / 2)) }))
  return grouped(texts, alone ? 1 : fields.length)
}

function longestAccepted(
  call: Call,
  ask: Ask,
  field: TextField,
  textOf: TextOf,
  most: number,
): Filled | undefined {
  const first = Math.min(field.longest ?? most, most)
  const coded: TextOf = (length) => Buffer.from(textOf((length * 3) / 4)).toString('base64')
  const accepts = (make: TextOf) => (length: number) => isAccepted(call, ask, [{ field, text: make(length) }])
  for (const make of [textOf, coded]) {
    const lengths = [first, ...LENGTHS.filter((length) => length < first)]
    if (!lengths.slice(-2).some(accepts(make))) continue
    const length = lengths.find(accepts(make)) ?? 0
    return { field, text: make(length) }
  }
  return undefined
}

const isAccepted = (call: Call, ask: Ask, group: Group): boolean =>
  call.bodySchema?.safeParse(filled(ask, group).body).success ?? false

/** Fields of two members of a union exclude each other. */
const separable = (call: Call, ask: Ask, group: Group): Group[] =>
  isAccepted(call, ask, group) ? [group] : group.map((one) => [one])

function filled(ask: Ask, group: Group): Ask {
  const parts: { -readonly [K in keyof Ask]: unknown } = { ...ask }
  for (const { field, text } of group) parts[field.part] = field.put(parts[field.part], text)
  return parts as Ask
}

function grouped<T>(all: readonly T[], size: number): T[][] {
  const starts = all.map((_, at) => at).filter((at) => at % size === 0)
  return starts.map((at) => all.slice(at, at + size))
}

/** Returns a request with its path relative to the server. */
export function sendingOf(
  call: Call,
  { params = {}, query = {}, body }: Ask,
  token: string | undefined,
): Sending {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  const text = body === undefined ? undefined : JSON.stringify(body)
  return {
    url: `${API_ROOT}/${path}?${search.join('&')}`,
    method: call.method,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    },
    body: text,
  }
}
