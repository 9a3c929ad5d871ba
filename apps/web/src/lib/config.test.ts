import { describe, expect, test } from 'vitest'
import { createConfigStore, merged, type ConfigFileName } from './config.ts'

describe('the merged configuration', () => {
  test.each([
    ['is the default without files', {}, undefined, 'Polylogue'],
    ['uses the installation’s name', { appName: 'Werkbank' }, undefined, 'Werkbank'],
    ['prefers the stage config', { appName: 'Werkbank' }, { appName: 'Werkbank (Test)' }, 'Werkbank (Test)'],
    ['ignores a value of the wrong type', { appName: 7 }, undefined, 'Polylogue'],
    ['ignores a file that is not an object', 'Werkbank', null, 'Polylogue'],
  ])('%s', (_, config, stage, name) => {
    expect(merged(config, stage).appName).toBe(name)
  })

  test('replaces lists as a whole, and only by lists of strings', () => {
    expect(merged({ languages: ['de'] }, undefined).languages).toEqual(['de'])
    expect(merged({ languages: ['de', 1] }, undefined).languages).toEqual(['en', 'de', 'bg'])
  })

  test('accepts a contact only with a name and an address', () => {
    const contact = { name: 'Service desk', url: 'https://example.org' }
    expect(merged({ contact }, undefined).contact).toEqual(contact)
    expect(merged({ contact: { name: 'Service desk' } }, undefined).contact.url).toBe('')
    expect(merged({}, undefined).termsOfService).toBe('')
  })

  test('ignores unknown keys', () => {
    expect(merged({ tenants: ['x'] }, undefined)).not.toHaveProperty('tenants')
  })
})

describe('the configuration of a page', () => {
  const files = (content: Partial<Record<ConfigFileName, unknown>>) => (file: ConfigFileName) =>
    file in content ? Promise.resolve(content[file]) : Promise.reject(new TypeError('Failed to fetch'))

  test('uses the remembered name until it is loaded', async () => {
    const store = createConfigStore({ read: files({ config: { appName: 'Neu' } }), name: 'Alt' })
    expect(store.get().appName).toBe('Alt')
    const names: string[] = []
    store.subscribe(() => names.push(store.get().appName))
    await store.load(() => undefined)
    expect(names).toEqual(['Neu'])
  })

  test('keeps the remembered name if both files fail, and counts both as read', async () => {
    const store = createConfigStore({ read: files({}), name: 'Alt' })
    const read: string[] = []
    await store.load((file) => read.push(file))
    expect(store.get().appName).toBe('Alt')
    expect(read.toSorted()).toEqual(['config', 'stage-config'])
  })

  test('works without a stage file', async () => {
    const store = createConfigStore({ read: files({ config: { vendor: 'Stadtwerke' } }), name: null })
    await store.load(() => undefined)
    expect(store.get().vendor).toBe('Stadtwerke')
  })
})
