import { describe, expect, test } from 'vitest'
import { createConfigStore, merged, NO_BRANDING, type Branding, type ConfigFileName } from './config.ts'

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
    const done: string[] = []
    await store.load((step) => done.push(step))
    expect(store.get().appName).toBe('Alt')
    expect(done.slice(0, 2).toSorted()).toEqual(['config', 'stage-config'])
    expect(done.slice(2)).toEqual(['merge', 'branding'])
  })

  test('works without a stage file', async () => {
    const store = createConfigStore({ read: files({ config: { vendor: 'Stadtwerke' } }), name: null })
    await store.load(() => undefined)
    expect(store.get().vendor).toBe('Stadtwerke')
  })
})

describe('the branding of a page (BRAND-2)', () => {
  const branding: Branding = { ...NO_BRANDING, name: 'Stadtwerke', signInText: 'Willkommen' }
  const open = (content: object, given: { remembered?: string; loaded?: Branding | undefined } = {}) => {
    const asked: string[] = []
    const store = createConfigStore({
      read: (file) =>
        'config' in content && file === 'config'
          ? Promise.resolve(content.config)
          : Promise.reject(new TypeError('Failed to fetch')),
      name: null,
      branding: given.remembered ?? null,
      brand: (customer) => {
        asked.push(`${customer} ${store.get().customerName}`)
        return Promise.resolve(given.loaded)
      },
    })
    return { store, asked }
  }
  const config = { customer: 'werke', customerName: 'Werke' }

  test('is loaded after the merged configuration, and its name replaces the configured one', async () => {
    const { store, asked } = open({ config }, { loaded: branding })
    const done: string[] = []
    await store.load((step) => done.push(`${step} ${store.get().customerName}`))
    expect(asked).toEqual(['werke Werke'])
    expect(done.slice(-2)).toEqual(['merge Werke', 'branding Stadtwerke'])
    expect(store.get().branding).toBe(branding)
  })

  test('is remembered until it is loaded, and kept without a response', async () => {
    const { store } = open({ config }, { remembered: JSON.stringify(branding) })
    expect(store.get()).toMatchObject({ branding, customerName: 'Stadtwerke' })
    await store.load(() => undefined)
    expect(store.get()).toMatchObject({ branding, customerName: 'Stadtwerke', customer: 'werke' })
  })

  test('is not asked for without a customer, and forgotten when there is none any more', async () => {
    const { store, asked } = open({ config: { customerName: 'Werke' } })
    await store.load(() => undefined)
    expect(asked).toEqual([])
    const old = open({ config: {} }, { remembered: JSON.stringify(branding), loaded: NO_BRANDING })
    await old.store.load(() => undefined)
    expect([old.asked.length, old.store.get().branding]).toEqual([1, NO_BRANDING])
  })

  test('that is remembered in an unreadable form counts as none', () => {
    expect(open({}, { remembered: '{' }).store.get().branding).toBe(NO_BRANDING)
  })
})
