// Makes the requests in which each list of a body is full of elements that its schema refuses.
import { listFieldsOf, type ListField } from './text-fields.ts'
import { sendingOf, type Filling, type WorstRequest } from './worst-requests.ts'

/** A list may have as many elements as its schema allows, or one more than that. */
const MORE = [0, 1]

/** Returns requests with the most wrong elements that a list and the body may have, of each kind. */
export function worstLists({ call, ask, token, bodyBytes }: Filling): WorstRequest[] {
  if (bodyBytes === 0) return []
  const most = (one: unknown) => Math.floor(bodyBytes / (JSON.stringify(one).length + 1)) - 1
  return listFieldsOf(call).flatMap((field) =>
    Object.entries(wrongElements(field)).flatMap(([about, wrong]) =>
      lengthsOf(field, most(wrong)).map((length): WorstRequest => {
        const body = field.put(
          ask.body,
          Array.from({ length }, () => wrong),
        )
        return {
          about: `wrong elements: ${about}`,
          fields: [`body${field.name} (${length})`],
          names: [`body${field.name}`],
          sending: sendingOf(call, { ...ask, body }, token),
          isAccepted: false,
          parted: () => [],
        }
      }),
    ),
  )
}

function lengthsOf({ longest }: ListField, most: number): number[] {
  const allowed = longest ?? most
  return [...new Set(MORE.map((more) => Math.min(allowed + more, most)))]
}

/** Returns elements that lack everything, have the wrong type, or are empty in each of their fields. */
function wrongElements({ element }: ListField): Record<string, unknown> {
  return { none: null, 'without fields': {}, 'with empty fields': emptied(element) }
}

function emptied(value: unknown): unknown {
  if (typeof value === 'number') return -1
  if (typeof value !== 'object' || value === null) return ''
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      ['type', 'kind', 'role'].includes(key) ? one : emptied(one),
    ]),
  )
}
