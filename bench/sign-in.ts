// Sign-ins at a steady rate with the real cost of password hashing: latency of each, and event loop delay of the server.
// Each by a different user; one in ten with a wrong password.
//   node bench/sign-in.ts [--rate 10] [--seconds 30] [--people 50] [--database postgres://…]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { contract } from '@polylogue/contract'
import { ApiProblem, createClient, type Client } from '@polylogue/client'
import { processUse, summary } from './lib/figures.ts'
import { install, startModels } from './lib/installation.ts'

const text = { type: 'string' as const }
const { values } = parseArgs({ options: { rate: text, seconds: text, people: text, database: text } })
const rate = Number(values.rate ?? 10)
const seconds = Number(values.seconds ?? 30)
const people = Number(values.people ?? 50)
const MAX = { p95: 600, loopP99: 20 }

const models = await startModels({ tokens: 1 })
const fixture = await install(models.url, 0, values.database ? { DATABASE_URL: values.database } : {})
const signedOut = createClient({ baseUrl: fixture.product.url })
const accounts = await createPeople(fixture.client)
// The first sign-ins load and compile code that all later ones use.
for (const account of accounts.slice(0, 5)) await signIn(account.userName, account.userPassword)
await loopDelay()
const before = processUse(fixture.product.pid)
const times = await signInSteadily()
const delay = await loopDelay()
const cpu = processUse(fixture.product.pid).cpuSeconds - before.cpuSeconds
const took = summary(times)
console.log(`${times.length} sign-ins, ${rate} a second; milliseconds:`, took)
console.log(
  `event loop late by, p99: ${delay} ms; processor: ${Math.round((cpu / times.length) * 1000)} ms each`,
)
await fixture.product[Symbol.asyncDispose]()
models.stop()
process.exit(took && took.p95 <= MAX.p95 && delay <= MAX.loopP99 ? 0 : 1)

async function createPeople(client: Client): Promise<{ userName: string; userPassword: string }[]> {
  const made = []
  for (let index = 0; index < people; index++) {
    const email = `person${index}@example.org`
    const body = { firstName: 'Petra', lastName: `Person ${index}`, email }
    const { data } = await client.call(contract.users.create, { body })
    made.push({ userName: email, userPassword: data.oneTimePassword ?? '' })
  }
  return made
}

async function signInSteadily(): Promise<number[]> {
  const began = performance.now()
  const all: Promise<number>[] = []
  for (let index = 0; index < rate * seconds; index++) {
    await sleep(Math.max(0, began + (index * 1_000) / rate - performance.now()))
    const account = accounts[index % accounts.length]
    if (!account) throw new Error('there is nobody to sign in')
    const isWrong = index % 10 === 9
    all.push(signIn(account.userName, isWrong ? 'not-the-password' : account.userPassword, isWrong))
  }
  return Promise.all(all)
}

async function signIn(userName: string, userPassword: string, isWrong = false): Promise<number> {
  const asked = performance.now()
  try {
    await signedOut.call(contract.auth.authenticate, { body: { userName, userPassword } })
  } catch (error) {
    if (!isWrong || !(error instanceof ApiProblem) || error.code !== 'SIGN_IN_FAILED') throw error
  }
  return performance.now() - asked
}

/** Returns the 99th percentile in milliseconds since the last call; the timer that measures it fires every 10 ms. */
async function loopDelay(): Promise<number> {
  const figures = await (await fetch(`${fixture.product.url}/metrics`)).text()
  const p99 = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(figures)?.[1]
  if (!p99) throw new Error('/metrics does not tell the event loop’s delay')
  return Math.max(0, Math.round((Number(p99) * 1_000 - 10) * 10) / 10)
}
