// Many parallel readers of one text of ten million characters, beside another person who lists data sources: memory of the server
// before, at most, and a minute later, and that person's calls while it is calm and meanwhile.
//   node bench/large-texts.ts [--readers 300] [--database postgres://…]
// Memory is read from /proc (Linux).
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import { processUse, summary } from './lib/figures.ts'
import { install, startModels } from './lib/installation.ts'
import type { TextReaders, TextsRead } from './lib/text-readers.ts'

const BUDGETS = { megabytes: 200, ratio: 2 }
const SIZE = 10_000_000
const PIECE = 3_000_000
const CALM_MS = 15_000
const LATER_MS = 60_000
const { auth, datasources, media, users } = contract

const text = { type: 'string' as const }
const { values } = parseArgs({ options: { readers: text, database: text } })
const readers = Number(values.readers ?? 300)
const models = await startModels({})
const { product, client, token } = await install(
  models.url,
  1,
  values.database ? { DATABASE_URL: values.database } : {},
)

async function upload(): Promise<number> {
  const { data } = await client.call(datasources.create, { body: { name: 'Long' } })
  const { id } = data.datasource
  const bytes = Buffer.alloc(SIZE, 'Every sentence of this long text says the same few words.\n')
  const begun = await client.call(media.begin, { params: { id }, body: { name: 'long.txt', size: SIZE } })
  const params = { id: begun.data.media.media_id }
  for (let offset = 0; offset < SIZE; offset += PIECE)
    await client.call(media.append, {
      params,
      query: { offset },
      body: bytes.subarray(offset, offset + PIECE),
    })
  for (;;) {
    const { data: now } = await client.call(datasources.get, { params: { id } })
    if (now.datasource.mediaWaiting === 0) return params.id
    await wait(250)
  }
}

/** Makes another person who has chosen a password. */
async function anotherPerson() {
  const email = 'robin@example.org'
  const made = await client.call(users.create, { body: { firstName: 'Robin', lastName: 'Vogt', email } })
  const signIn = async (userPassword: string) => {
    const body = { userName: email, userPassword }
    const { data, meta } = await createClient({ baseUrl: product.url }).call(auth.authenticate, { body })
    return { id: meta.userId, client: createClient({ baseUrl: product.url, token: () => data.access_token }) }
  }
  const oldPassword = made.data.oneTimePassword ?? ''
  const newPassword = 'Noch-ein-Satz-für-Robin-43'
  const first = await signIn(oldPassword)
  await first.client.call(auth.changePassword, {
    params: { id: first.id },
    body: { oldPassword, newPassword },
  })
  return (await signIn(newPassword)).client
}

/** Calls as that person's page would until `until` is settled; returns the milliseconds of each. */
async function calls(until: Promise<unknown>): Promise<number[]> {
  let isSettled = false
  const settled = () => (isSettled = true)
  until.then(settled, settled)
  const ms: number[] = []
  while (!isSettled) {
    const from = performance.now()
    await other.call(datasources.list)
    ms.push(performance.now() - from)
    await wait(20)
  }
  return ms
}

async function readAll(order: TextReaders): Promise<TextsRead> {
  const child = fork(join(import.meta.dirname, 'lib/text-readers.ts'))
  // Readers are elsewhere: here they take what the product and the other person leave.
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  child.send(order)
  const [read] = (await once(child, 'message')) as [TextsRead]
  child.kill()
  return read
}

const id = await upload()
const other = await anotherPerson()
const url = `${product.url}/api/v1/media/${id}/text`
// The first readings load and compile code that all later ones use.
await calls(readAll({ url, token, readers: 4 }))
const calm = await calls(wait(CALM_MS))
const before = processUse(product.pid).rssMb
let most = before
const watching = setInterval(() => (most = Math.max(most, processUse(product.pid).rssMb)), 100)
const reading = readAll({ url, token, readers })
const meanwhile = await calls(reading)
clearInterval(watching)
const { whole, left, refused } = await reading
await wait(LATER_MS)
const later = processUse(product.pid).rssMb
const [calmly, busily] = [summary(calm)?.p95 ?? 0, summary(meanwhile)?.p95 ?? 0]
console.log(`${readers} readers: ${whole.length} read all, ${left} left`, refused)
console.log(`memory ${before} MB, at most ${most}, a minute later ${later} (≤ ${before + BUDGETS.megabytes})`)
console.log(
  `another person's call, p95: ${calmly} ms, meanwhile ${busily} (≤ ${BUDGETS.ratio} ×), ${meanwhile.length} calls`,
)
await product[Symbol.asyncDispose]()
models.stop()
process.exit(later > before + BUDGETS.megabytes || busily > BUDGETS.ratio * calmly ? 1 : 0)
