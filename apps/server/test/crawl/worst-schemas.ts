// Makes golden sets with as many JSON Schemas as their limits allow, and one more.
import { API_ROOT, GOLDEN_LIMITS } from '@polylogue/contract'
import type { WorstText } from './worst-v1.ts'

const { checks, expressions, prompts, schema } = GOLDEN_LIMITS

/** Returns a text of about so many characters, which begins and ends like this and repeats the middle. */
const repeated = (begin: string, middle: string, end: string, characters: number) =>
  begin + middle.repeat(Math.floor((characters - begin.length - end.length) / middle.length)) + end

const nested = (characters: number) => {
  const depth = Math.min(90, Math.floor(characters / 12))
  return `${'{"items":'.repeat(depth)}{}${'}'.repeat(depth)}`
}

/** Schemas that take long to compile for their length; `at` makes each different. */
const KINDS: Readonly<Record<string, (characters: number, at: number) => string>> = {
  'equal values': (characters, at) => repeated(`{"title":"${at}","enum":[`, '1,', '1]}', characters),
  'many unions': (characters, at) =>
    repeated(`{"title":"${at}","anyOf":[`, '{"anyOf":[{},{}]},', '{}]}', characters),
  'deep lists': (characters, at) => `{"title":"${at}","items":${nested(characters - 30)}}`.padEnd(characters),
}

interface Sizes {
  readonly about: string
  readonly count: number
  readonly characters: number
}

export const TOO_MANY = 'one too many'

const SIZES: readonly Sizes[] = [
  { about: 'few of the greatest size', count: expressions / schema, characters: schema },
  { about: TOO_MANY, count: expressions / schema + 1, characters: schema },
  { about: '48', count: 48, characters: Math.floor(expressions / 48) },
  {
    about: 'as many as a set has checks',
    count: prompts * checks,
    characters: expressions / prompts / checks,
  },
]

/** Returns requests that create a set with the most schemas, for each kind and size. */
export const worstSets = (token: string): WorstText[] =>
  Object.entries(KINDS).flatMap(([kind, schemaOf]) =>
    SIZES.map(({ about, count, characters }) => {
      const all = Array.from({ length: count }, (_, at) => ({
        kind: 'json',
        schema: schemaOf(characters, at),
      }))
      const each = Math.ceil(count / prompts)
      const sets = Array.from({ length: Math.ceil(count / each) }, (_, at) => ({
        title: 'A',
        prompt: 'A',
        checks: all.slice(at * each, (at + 1) * each),
      }))
      return {
        about: `${kind}: ${about}`,
        fields: [`${count} schemas`],
        sending: sendingTo(`${API_ROOT}/goldensets`, token, { name: 'Worst', prompts: sets }),
      }
    }),
  )

function sendingTo(url: string, token: string, body: object): WorstText['sending'] {
  const headers = {
    authorization: `Bearer ${token}`,
    'x-requested-with': 'XMLHttpRequest',
    'content-type': 'application/json',
  }
  return { url, method: 'POST', headers, body: JSON.stringify(body) }
}
