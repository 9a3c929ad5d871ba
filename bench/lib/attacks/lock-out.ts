// Strangers behind the same IP address lock out signed-in users, users who sign in, and new users (SIGNIN-4, SIGNIN-5,
// LIMIT-5).
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@polylogue/contract'
import { counted, within, type Attack } from './attack.ts'
import { headersOf, openSite, PASSWORD, STAFF, type Site } from './site.ts'

const FLOOD = 1_200
const AT_ONCE = 50
/** Attempts with one password against many accounts, per address and 15 minutes (SIGNIN-5). */
const MAX_GUESSES = 100

export const lockOut: Attack = {
  what: 'from one address 1,200 open calls, 1,200 sign-ins and 210 guesses; others there sign in and work',
  open: () => openSite(),
  async run(site, told) {
    const newcomer = await neverSignedIn(site)
    const open = await flood(() => post(site, 'auth/refresh', {}))
    told(`open calls answered ${counted(open)}`)
    let flooding = true
    const signingIn = flood((index) => signIn(site, `flood${index}@example.org`, `wrong-${index}`)).finally(
      () => (flooding = false),
    )
    const meanwhile: number[] = []
    while (flooding) {
      meanwhile.push(await signIn(site, site.victim.email, PASSWORD))
      await sleep(200)
    }
    const flooded = await signingIn
    told(`sign-ins answered ${counted(flooded)}; the right ones meanwhile ${counted(meanwhile)}`)
    const wrong: number[] = []
    for (let index = 0; index < 60; index++)
      wrong.push(await signIn(site, `stranger${index}@example.org`, `wrong-${index}`))
    told(`wrong passwords answered ${counted(wrong)}`)
    const works = await fetch(`${site.product.url}/api/v1/users/${site.victim.id}`, {
      headers: headersOf(site.victim),
    })
    const isIn = await within(
      60_000,
      async () => (await signIn(site, newcomer.email, newcomer.password)) === 200,
    )
    const again = await signIn(site, site.victim.email, PASSWORD)
    const spraying: number[] = []
    for (let index = 0; index < 150; index++)
      spraying.push(await signIn(site, `sprayed${index}@example.org`, 'Sommer2026!'))
    told(`somebody signed in: ${works.status}; signing in: ${again}; 150 more guesses: ${counted(spraying)}`)
    const checked = [...flooded, ...wrong, ...spraying].filter((status) => status === 401).length
    told(`somebody new got in: ${isIn}; guesses that were checked: ${checked}`)
    return [
      ...(works.ok ? [] : [`a valid session was answered ${works.status}`]),
      ...([again, ...meanwhile].every((status) => status === 200) ? [] : ['a right password was refused']),
      ...(isIn ? [] : ['somebody new was kept out for a minute']),
      ...(checked <= MAX_GUESSES ? [] : [`${checked} guesses were checked`]),
    ]
  },
}

/** A user with an account who has never signed in from this address. */
async function neverSignedIn({ admin }: Site): Promise<{ email: string; password: string }> {
  const email = 'nora@example.org'
  const body = { firstName: 'Nora', lastName: 'Neu', email, roleId: STAFF }
  const { data } = await admin.client.call(contract.users.create, { body })
  return { email, password: data.oneTimePassword ?? '' }
}

async function flood(call: (index: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  for (let from = 0; from < FLOOD; from += AT_ONCE)
    statuses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(from + index)))))
  return statuses
}

const signIn = (site: Site, userName: string, userPassword: string) =>
  post(site, 'auth/authenticate', { userName, userPassword })

async function post({ product }: Site, path: string, body: object): Promise<number> {
  const reply = await fetch(`${product.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await reply.arrayBuffer()
  return reply.status
}
