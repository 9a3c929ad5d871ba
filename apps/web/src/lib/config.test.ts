import { describe, expect, test } from 'vitest'
import { createConfigStore, merged, type ConfigFileName } from './config.ts'

describe('the merged configuration', () => {
  test.each([
    ['nothing given: the standard', {}, undefined, 'Polylogue'],
    ['the installation’s name', { appName: 'Werkbank' }, undefined, 'Werkbank'],
    ['the stage lies over it', { appName: 'Werkbank' }, { appName: 'Werkbank (Test)' }, 'Werkbank (Test)'],
    ['a value of another kind counts as not given', { appName: 7 }, undefined, 'Polylogue'],
    ['a file that is no object', 'Werkbank', null, 'Polylogue'],
  ])('%s', (_, config, stage, name) => {
    expect(merged(config, stage).appName).toBe(name)
  })

  test('lists are taken whole, and only when they hold texts', () => {
    expect(merged({ languages: ['de'] }, undefined).languages).toEqual(['de'])
    expect(merged({ languages: ['de', 1] }, undefined).languages).toEqual(['en', 'de', 'bg'])
  })

  test('a contact is one with a name and an address', () => {
    const contact = { name: 'Service desk', url: 'https://example.org' }
    expect(merged({ contact }, undefined).contact).toEqual(contact)
    expect(merged({ contact: { name: 'Service desk' } }, undefined).contact.url).toBe('')
    expect(merged({}, undefined).termsOfService).toBe('')
  })

  test('only what is known gets through', () => {
    expect(merged({ tenants: ['x'] }, undefined)).not.toHaveProperty('tenants')
  })
})

describe('the configuration of a page', () => {
  const files = (content: Partial<Record<ConfigFileName, unknown>>) => (file: ConfigFileName) =>
    file in content ? Promise.resolve(content[file]) : Promise.reject(new TypeError('Failed to fetch'))

  test('until it is read the remembered name counts', async () => {
    const store = createConfigStore({ read: files({ config: { appName: 'Neu' } }), name: 'Alt' })
    expect(store.get().appName).toBe('Alt')
    const names: string[] = []
    store.subscribe(() => names.push(store.get().appName))
    await store.load(() => undefined)
    expect(names).toEqual(['Neu'])
  })

  test('without an answer the page keeps what it remembers, and both files count as read', async () => {
    const store = createConfigStore({ read: files({}), name: 'Alt' })
    const read: string[] = []
    await store.load((file) => read.push(file))
    expect(store.get().appName).toBe('Alt')
    expect(read.toSorted()).toEqual(['config', 'stage-config'])
  })

  test('a missing stage file says nothing', async () => {
    const store = createConfigStore({ read: files({ config: { vendor: 'Stadtwerke' } }), name: null })
    await store.load(() => undefined)
    expect(store.get().vendor).toBe('Stadtwerke')
  })
})
