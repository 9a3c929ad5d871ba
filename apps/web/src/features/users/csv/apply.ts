// Writes a planned import: one call for each user, then one for each group and hundred members.
import type { LeftOut } from '@polylogue/contract'
import { BULK_USERS, contract } from '@polylogue/contract/browser'
import { ApiProblem, type useApi } from '#lib/api.ts'
import type { AccountRow, Writing } from './plan.ts'

/** What came of a row. `password` is shown only once. */
export interface Written {
  readonly row: Writing
  readonly password?: string
  readonly error?: unknown
  /** There was no response: it may have been written. */
  readonly unknown?: boolean
  /** Groups that they could not join. */
  readonly notJoined: readonly string[]
}

type Api = ReturnType<typeof useApi>

/** Writes the rows in order; `onWritten` is called after each. Ends early when the signal is aborted. */
export async function applyRows(
  api: Api,
  rows: readonly Writing[],
  signal: AbortSignal,
  onWritten: (written: readonly Written[]) => void,
): Promise<Written[]> {
  const written: Written[] = []
  const joining = new Map<number, { at: number; contextId: number }[]>()
  for (const row of rows) {
    if (signal.aborted) break
    try {
      const { contextId, password } = await inTurn(() => write(api, row), signal)
      for (const { id } of row.joins)
        joining.set(id, [...(joining.get(id) ?? []), { at: written.length, contextId }])
      written.push({ row, notJoined: [], ...(password === undefined ? {} : { password }) })
    } catch (error) {
      const unknown = isUnanswered(error)
      written.push({ row, error, ...(unknown && { unknown }), notJoined: row.joins.map(({ name }) => name) })
    }
    onWritten([...written])
  }
  for (const [id, members] of joining)
    for (let from = 0; from < members.length; from += BULK_USERS)
      await join(id, members.slice(from, from + BULK_USERS))
  return written

  // Who was written joins the groups even when the import was stopped.
  async function join(id: number, part: readonly { at: number; contextId: number }[]) {
    const add = part.map(({ contextId }) => contextId)
    let leftOut: readonly Pick<LeftOut, 'id'>[]
    try {
      const call = () => api.call(contract.contexts.changeMembers, { params: { id }, body: { add } })
      leftOut = (await inTurn(call, new AbortController().signal)).data.leftOut
    } catch {
      leftOut = add.map((one) => ({ id: one }))
    }
    for (const { at, contextId } of part) {
      const one = written[at]
      const name = one?.row.joins.find((group) => group.id === id)?.name
      if (one && name !== undefined && leftOut.some((left) => left.id === contextId))
        written[at] = { ...one, notJoined: [...one.notJoined, name] }
    }
    onWritten([...written])
  }
}

const accountOf = (status: AccountRow['status']) => ({
  canUseUi: status !== 'disabled' && status !== 'apiOnly',
  canUseApi: status !== 'disabled' && status !== 'pageOnly',
})

async function write(api: Api, row: Writing): Promise<{ contextId: number; password?: string | undefined }> {
  const { status, ...fields } = row.wanted
  const account = status === undefined ? {} : { account: accountOf(status) }
  if (row.does === 'create') {
    const { firstName, lastName, email } = row.wanted
    const body = { ...fields, firstName, lastName, email, ...account }
    const { data } = await api.call(contract.users.create, { body })
    return { contextId: data.user.context.id, password: data.oneTimePassword }
  }
  const { id, modified, context } = row.person
  if (Object.keys(row.wanted).length > 0)
    await api.call(contract.users.update, {
      params: { id },
      body: { ...fields, ...account, ifModified: modified },
    })
  return { contextId: context.id }
}

const isUnanswered = (error: unknown): boolean => error instanceof ApiProblem && error.status === 0

/** Whether the server refused a call before it did anything, because there were too many. */
const isRefusedForNow = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem &&
  (error.status === 429 || (error.status === 503 && error.retryAfter !== undefined))

/** Calls again after the time that the server asks for, when there were too many calls. */
async function inTurn<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;)
    try {
      return await call()
    } catch (error) {
      if (!isRefusedForNow(error) || signal.aborted) throw error
      await new Promise((done) => setTimeout(done, (error.retryAfter ?? 5) * 1_000))
    }
}
