import type { CatalogueModel } from '@polylogue/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { translations } from '#lib/translations.ts'
import { ApiProvider, type Api } from '#lib/api.ts'
import { modelKeys } from '../keys.ts'
import texts from '#texts/en/model-management.json' with { type: 'json' }
import models from '#texts/en/models.json' with { type: 'json' }
import { CatalogueField } from './catalogue-field.tsx'

const offered = (some: Partial<CatalogueModel>): CatalogueModel => ({
  name: 'qwen3:0.6b',
  family: 'qwen3',
  tag: '0.6b',
  title: 'Qwen3 0.6B',
  parameters: 0.6,
  licence: { name: 'Apache-2.0', address: 'https://www.apache.org/licenses/LICENSE-2.0' },
  size: 639_446_688,
  memory: 1_900_000_000,
  contextLength: 40_960,
  capabilities: ['chat', 'thinking'],
  present: false,
  ...some,
})

beforeAll(() => {
  translations.start({ language: 'en', texts: { 'model-management': texts, models } })
})

/** Renders the field after the server has returned its catalogue. */
function drawn(some: readonly CatalogueModel[], more: { value?: string; error?: string } = {}): string {
  const cache = new QueryClient()
  cache.setQueryData([...modelKeys.all, 'catalogue', 7], { models: some, machineMemory: 8e9 })
  const api = { call: () => new Promise(() => undefined) } as unknown as Api
  return renderToStaticMarkup(
    <ApiProvider value={api}>
      <QueryClientProvider client={cache}>
        <CatalogueField
          providerId={7}
          value={more.value ?? ''}
          error={more.error}
          onChange={() => undefined}
        />
      </QueryClientProvider>
    </ApiProvider>,
  ).replaceAll('\u00a0', ' ')
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('the catalogue', () => {
  test('shows the facts and licence of each model and the memory of the machine', () => {
    const html = drawn([offered({})])
    expect(textOf(html)).toBe(
      'Model This machine has 8 GB of memory, shared by all deployed models. Qwen3 0.6B ' +
        '0.6 billion parameters · 639.4 MB download · 1.9 GB of memory needed · 40,960 tokens · reasoning ' +
        'Licence: Apache-2.0',
    )
    expect(html).toMatch(/<a href="https:\/\/www\.apache\.org[^>]+rel="noopener noreferrer"/)
  })

  test('marks models already downloaded and those too large for the memory', () => {
    const there = textOf(
      drawn([offered({ present: true }), offered({ name: 'huge:70b', title: 'Huge', memory: 9e9 })]),
    )
    expect(there).toContain('Qwen3 0.6B Already downloaded')
    expect(there).toContain('Huge Too large for this machine’s memory')
    expect(textOf(drawn([offered({})]))).not.toMatch(/Already downloaded|Too large/)
  })

  test('leaves out unknown values and shows a licence without an address as text', () => {
    const html = drawn([offered({ size: null, memory: null, licence: { name: 'Own', address: null } })])
    expect(textOf(html)).toContain('0.6 billion parameters · 40,960 tokens · reasoning Licence: Own')
    expect(html).not.toContain('<a ')
  })

  test('is a labelled radio group, marked as invalid if no model is chosen', () => {
    const pair = [offered({}), offered({ name: 'b:1b', title: 'B' })]
    const html = drawn(pair, { error: 'Choose a model.' })
    const label = /role="radiogroup" aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/.exec(html)
    expect(html).toContain(`<span id="${label?.[1]}"`)
    for (const id of label?.[2]?.split(' ') ?? []) expect(html).toContain(`id="${id}"`)
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1)
    expect(html).toMatch(/role="alert">Choose a model\./)
    expect(html.match(/type="radio"/g)).toHaveLength(2)
    expect(drawn(pair, { value: 'b:1b' })).toMatch(/value="b:1b"[^>]*checked|checked[^>]*value="b:1b"/)
  })

  test('says when it is empty', () => {
    expect(textOf(drawn([]))).toContain('The catalogue is empty')
  })
})
