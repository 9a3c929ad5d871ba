// A tested question in the address: the page that tests it and the reader pass it on, and an answer's details link to it.
import { useSearchParams } from 'react-router'

/** What an answer was searched with, as parameters of an address. */
const PASSED = ['q', 'n', 'before', 'room', 'translation', 'confidential'] as const

export interface Tested {
  /** Returns the address of the test of this question, with a passage or a document to explain. */
  addressOf(datasourceId: number, explained: { about: number } | { doc: number }): string
  /** Returns the address of a document in which the expected passage is chosen. */
  documentOf(datasourceId: number, mediaId: number): string
}

/** Returns the question that is tested; undefined without one. */
export function useTested(): Tested | undefined {
  const [params] = useSearchParams()
  if (!params.get('q')) return undefined
  const passed = new URLSearchParams()
  for (const name of PASSED) {
    const value = params.get(name)
    if (value) passed.set(name, value)
  }
  return {
    addressOf(datasourceId, explained) {
      const next = new URLSearchParams({ view: 'test' })
      for (const [name, value] of passed) next.set(name, value)
      for (const [name, value] of Object.entries(explained)) next.set(name, String(value))
      return `/datasources/${datasourceId}?${next}`
    },
    documentOf: (datasourceId, mediaId) => `/datasources/${datasourceId}/media/${mediaId}?${passed}`,
  }
}
