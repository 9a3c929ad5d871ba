import { describe, expect, test } from 'vitest'
import { createRenewal } from './renewal.ts'
import { createSessionStore, type Session } from './session.ts'

const session = (access: string): Session => ({ userId: 1, access, refresh: `refresh-${access}`, expires: 0 })

/** State shared by two tabs of a browser: the storage and the locks. */
function browser() {
  const entries = new Map<string, string>()
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as unknown as Storage
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, work: () => Promise<unknown>) => {
    last = last.then(work, work)
    return last
  }
  const locks = { request } as unknown as Pick<LockManager, 'request'>
  return { storage, locks, tab: () => createSessionStore(storage, new EventTarget()) }
}

/** A server whose refresh tokens work once; a second use is refused (SIGNIN-2). */
function server() {
  const used: string[] = []
  const trade = async ({ refresh }: Session) => {
    const again = used.includes(refresh)
    used.push(refresh)
    await Promise.resolve()
    return again ? null : session(`new-${used.length}`)
  }
  return { used, trade }
}

describe('renewing a session', () => {
  test('concurrent callers of one tab share one request', async () => {
    const { locks, tab } = browser()
    const { used, trade } = server()
    const store = tab()
    store.set(session('old'))
    const renew = createRenewal({ store, trade, locks })
    expect(await Promise.all([renew('old'), renew('old'), renew('old')])).toEqual([true, true, true])
    expect(used).toEqual(['refresh-old'])
    expect(store.get()?.access).toBe('new-1')
  })

  test('only one of two tabs renews the token, and both get the new session', async () => {
    const { locks, tab } = browser()
    const { used, trade } = server()
    const [one, two] = [tab(), tab()]
    one.set(session('old'))
    const results = await Promise.all([
      createRenewal({ store: one, trade, locks })('old'),
      createRenewal({ store: two, trade, locks })('old'),
    ])
    expect(results).toEqual([true, true])
    expect(used).toEqual(['refresh-old'])
    expect(two.get()?.access).toBe('new-1')
  })

  test('a refused token signs the browser out', async () => {
    const { locks, tab } = browser()
    const store = tab()
    store.set(session('old'))
    const renew = createRenewal({ store, trade: () => Promise.resolve(null), locks })
    expect(await renew('old')).toBe(false)
    expect(store.get()).toBeNull()
  })

  test('a failed request keeps the session and can be retried', async () => {
    const { locks, tab } = browser()
    const store = tab()
    store.set(session('old'))
    let broken = true
    const trade = () => (broken ? Promise.reject(new Error('offline')) : Promise.resolve(session('new')))
    const renew = createRenewal({ store, trade, locks })
    await expect(renew('old')).rejects.toThrow('offline')
    expect(store.get()?.access).toBe('old')
    broken = false
    expect(await renew('old')).toBe(true)
    expect(store.get()?.access).toBe('new')
  })
})

describe('the session of a browser', () => {
  test('notices a change made in another tab', () => {
    const { storage } = browser()
    const target = new EventTarget()
    const [here, there] = [
      createSessionStore(storage, target),
      createSessionStore(storage, new EventTarget()),
    ]
    let told = 0
    here.subscribe(() => (told += 1))
    there.set(session('theirs'))
    target.dispatchEvent(Object.assign(new Event('storage'), { key: 'polylogue.session' }))
    expect(told).toBe(1)
    expect(here.get()?.access).toBe('theirs')
  })

  test('ignores invalid stored sessions', () => {
    const { storage, tab } = browser()
    for (const text of ['', 'null', '{"access":1}', 'not json']) {
      storage.setItem('polylogue.session', text)
      expect(tab().get()).toBeNull()
    }
  })

  test('a snapshot stays the same object until it changes', () => {
    const store = browser().tab()
    store.set(session('one'))
    expect(store.get()).toBe(store.get())
  })
})
