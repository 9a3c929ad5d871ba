// Strangers of one address lock out those who are signed in there (S1, S98).
import { counted, type Attack } from './attack.ts'
import { headersOf, openSite, PASSWORD, type Site } from './site.ts'

export const lockOut: Attack = {
  what: 'from one address 1,200 open calls and 60 wrong passwords; others there sign in and work',
  open: () => openSite(),
  async run(site, told) {
    const open: number[] = []
    for (let index = 0; index < 1_200; index += 50)
      open.push(...(await Promise.all(Array.from({ length: 50 }, () => post(site, 'auth/refresh', {})))))
    told(`open calls answered ${counted(open)}`)
    const wrong: number[] = []
    for (let index = 0; index < 60; index++)
      wrong.push(await signIn(site, `stranger${index}@example.org`, `wrong-${index}`))
    told(`wrong passwords answered ${counted(wrong)}`)
    const works = await fetch(`${site.product.url}/api/v1/users/${site.victim.id}`, {
      headers: headersOf(site.victim),
    })
    // The open calls have used up what strangers may ask; a minute later somebody signs in.
    await new Promise((resolve) => setTimeout(resolve, 61_000))
    const again = await signIn(site, site.victim.email, PASSWORD)
    const spraying: number[] = []
    for (let index = 0; index < 150; index++)
      spraying.push(await signIn(site, `sprayed${index}@example.org`, 'Sommer2026!'))
    told(`somebody signed in: ${works.status}; signing in: ${again}; 150 more guesses: ${counted(spraying)}`)
    return [
      ...(works.ok ? [] : [`a valid session was answered ${works.status}`]),
      ...(again === 200 ? [] : [`the right password was answered ${again}`]),
      ...(spraying.includes(429) ? [] : ['guessing was never stopped']),
    ]
  },
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
