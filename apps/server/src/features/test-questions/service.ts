// The calls for test questions of data sources.
import {
  DATASOURCE_STATUS,
  TEST_QUESTION_LIMITS,
  type CallInput,
  type contract,
  type TestQuestion,
  type TestRun,
} from '@polylogue/contract'
import { authorize, type Person } from '#access/index.ts'
import type { Runner } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import {
  changeDatasource,
  datasourcePolicy,
  forQuestion,
  withLockedDatasource,
} from '#features/datasources/index.ts'
import { repeatedBy } from './equal.ts'
import { toQuestionResponse, toRunResponse, type ExpectedPassage } from './rules.ts'
import type { Running, RunningDeps } from './runs.ts'
import * as steps from './steps-store.ts'
import * as store from './store.ts'

type Calls = typeof contract.testQuestions
type Body<Name extends 'create' | 'update'> = CallInput<Calls[Name]>['body']

/** Access and errors are those of the contract. */
export interface TestQuestionsService {
  list(viewer: Person, datasourceId: number): Promise<TestQuestion[]>
  create(viewer: Person, datasourceId: number, sent: Body<'create'>): Promise<TestQuestion>
  /** Changes the fields in the request and keeps the others. */
  update(viewer: Person, datasourceId: number, id: number, sent: Body<'update'>): Promise<TestQuestion>
  remove(viewer: Person, datasourceId: number, id: number): Promise<void>
  runs(viewer: Person, datasourceId: number): Promise<TestRun[]>
  run(viewer: Person, datasourceId: number): Promise<TestRun>
}

export function testQuestionsService(
  deps: Pick<RunningDeps, 'db' | 'serverId'>,
  running: Pick<Running, 'add'>,
): TestQuestionsService {
  const { pool, orm } = deps.db
  const found = async (viewer: Person, id: number, action: 'read' | 'update') =>
    authorize(datasourcePolicy, action, await forQuestion(orm, viewer, id))
  const change = <T>(datasourceId: number, work: (client: Runner) => Promise<T>) =>
    changeDatasource(deps, datasourceId, ({ client }) => work(client), { touches: 'details' })
  const one = async (datasourceId: number, id: number) => {
    const [row] = await store.questionsOf(pool, datasourceId, id)
    if (!row) throw new Problem('NOT_FOUND', { thing: 'test question' })
    return toQuestionResponse(row)
  }
  return {
    async list(viewer, id) {
      await found(viewer, id, 'read')
      return (await store.questionsOf(pool, id)).map(toQuestionResponse)
    },
    async create(viewer, datasourceId, { q, expected }) {
      await found(viewer, datasourceId, 'update')
      const id = await change(datasourceId, async (client) => {
        const limit = TEST_QUESTION_LIMITS.questions
        if ((await store.countQuestions(client, datasourceId)) >= limit)
          throw new Problem('TOO_MANY_TEST_QUESTIONS', { limit })
        const fields = {
          q,
          ...(await wantedOf(client, datasourceId, expected)),
          ...(await repeatedBy(client, { datasourceId, q })),
        }
        return store.insertQuestion(client, { datasourceId, userId: viewer.userId }, fields)
      })
      return one(datasourceId, id)
    },
    async update(viewer, datasourceId, id, sent) {
      await found(viewer, datasourceId, 'update')
      await change(datasourceId, (client) => update(client, { datasourceId, id }, sent))
      return one(datasourceId, id)
    },
    async remove(viewer, datasourceId, id) {
      await found(viewer, datasourceId, 'update')
      await change(datasourceId, async (client) => {
        if (!(await store.removeQuestion(client, datasourceId, id)))
          throw new Problem('NOT_FOUND', { thing: 'test question' })
      })
    },
    async runs(viewer, id) {
      await found(viewer, id, 'read')
      return (await store.runsOf(pool, id)).map(toRunResponse)
    },
    async run(viewer, datasourceId) {
      const { status } = await found(viewer, datasourceId, 'update')
      if (status !== DATASOURCE_STATUS.ready) throw new Problem('DATASOURCE_NOT_READY')
      const runId = await begin(deps, running, { datasourceId, userId: viewer.userId })
      const [row] = await store.runsOf(pool, datasourceId, runId)
      if (!row) throw new Problem('NOT_FOUND', { thing: 'run' })
      return toRunResponse(row)
    },
  }
}

/** Checks that the expected document is one of this data source. @throws Problem NOT_FOUND */
async function wantedOf(
  client: Runner,
  datasourceId: number,
  expected: Body<'create'>['expected'],
): Promise<ExpectedPassage> {
  if (expected === null) return { mediaId: null, mediaName: null, quote: '' }
  const { mediaId, quote } = expected
  const mediaName = await store.mediaName(client, datasourceId, mediaId)
  if (mediaName === undefined) throw new Problem('NOT_FOUND', { thing: 'document' })
  return { mediaId, mediaName, quote }
}

/** Returns false if nothing differs. */
async function update(
  client: Runner,
  { datasourceId, id }: { readonly datasourceId: number; readonly id: number },
  sent: Body<'update'>,
): Promise<boolean> {
  const [row] = await store.questionsOf(client, datasourceId, id)
  if (!row) throw new Problem('NOT_FOUND', { thing: 'test question' })
  const stored = { q: row.q, mediaId: row.mediaId, mediaName: row.mediaName, quote: row.quote }
  const wanted = sent.expected === undefined ? {} : await wantedOf(client, datasourceId, sent.expected)
  const fields = { ...stored, ...wanted, q: sent.q ?? stored.q }
  const isSame = (Object.keys(stored) as (keyof typeof stored)[]).every((key) => stored[key] === fields[key])
  if (isSame) return false
  const repeated = await repeatedBy(client, { datasourceId, q: fields.q })
  await store.updateQuestion(client, id, { ...fields, ...repeated })
  return true
}

/** Starts a run, or returns the running one. @throws Problem NONE_FOUND without questions, NOT_FOUND */
async function begin(
  { db, serverId }: Pick<RunningDeps, 'db' | 'serverId'>,
  running: Pick<Running, 'add'>,
  { datasourceId, userId }: { readonly datasourceId: number; readonly userId: number },
): Promise<number> {
  const { runId, isNew } = await withLockedDatasource(db, datasourceId, async ({ client }) => {
    const newest = await steps.newestRun(client, datasourceId)
    if (newest?.isRunning) return { runId: newest.id, isNew: false }
    if ((await store.countQuestions(client, datasourceId)) === 0)
      throw new Problem('NONE_FOUND', { message: 'This data source has no test questions yet.' })
    const server = serverId()
    return { runId: await steps.insertRun(client, { datasourceId, userId, server }), isNew: true }
  })
  if (isNew) running.add({ id: runId, datasourceId })
  return runId
}
