// Test questions of data sources (decision 75).
import { z } from 'zod'
import { call } from './call.ts'
import { DATASOURCE_LIMITS, TEST_CHANGES, TEST_QUESTION_LIMITS } from './datasource-limits.ts'
import { BodyId, Id, Nothing, Time, text } from './envelope.ts'
import { routes } from './routes.ts'

const Question = text(DATASOURCE_LIMITS.question)
  .transform((value) => value.trim())
  .refine((value) => value !== '', 'must not be empty')

/** The document, and optionally the passage of it, that a question should find. */
const Expected = z.object({
  mediaId: BodyId,
  /** The text of the passage; empty when any passage of the document is right. */
  quote: text(TEST_QUESTION_LIMITS.quote)
    .transform((value) => value.trim())
    .default(''),
})

/** The result of one question in one run. */
const TestResult = z.object({
  /** Place of the first right passage among all that were found, from 1; null when none was found. */
  rank: z.number().int().nullable(),
})

export const TestQuestion = z.object({
  id: z.number().int(),
  datasourceId: z.number().int(),
  q: z.string(),
  /** Null when any passage counts that is not weak. */
  expected: z
    .object({
      /** Null when the document was removed. */
      mediaId: z.number().int().nullable(),
      name: z.string(),
      quote: z.string(),
    })
    .nullable(),
  /** Who added it; null when the account was deleted. */
  userId: z.number().int().nullable(),
  created: Time,
  modified: Time,
  /** Results in the newest finished run and in the one before it; null when it was not part of that run. */
  now: TestResult.nullable(),
  before: TestResult.nullable(),
  /** Null without two results to compare. */
  change: z.enum(TEST_CHANGES).nullable(),
})
export type TestQuestion = z.infer<typeof TestQuestion>

/** A run of all test questions of a data source. */
export const TestRun = z.object({
  id: z.number().int(),
  datasourceId: z.number().int(),
  /** failed: the server ended three times while it searched for a question, or the search failed three times. */
  state: z.enum(['running', 'done', 'failed']),
  /** Started by a person, or by a change of the documents. */
  cause: z.enum(['person', 'change']),
  /** Who started it; null for a change, and when the account was deleted. */
  userId: z.number().int().nullable(),
  created: Time,
  /** Null before its first end. */
  ended: Time.nullable(),
  /** Number of questions, and how many of them are finished. */
  total: z.number().int(),
  done: z.number().int(),
  /** Questions whose passage was among the first five, and the mean of 1 / rank. */
  found: z.number().int(),
  mrr: z.number(),
  /** Questions with a better or worse rank than in the run before. */
  better: z.number().int(),
  worse: z.number().int(),
  /** Documents and passages that could be found when it began. */
  documents: z.number().int(),
  chunks: z.number().int(),
})
export type TestRun = z.infer<typeof TestRun>

const ById = z.object({ id: Id })
const ByQuestion = z.object({ id: Id, questionId: Id })
const permission = 'can_use_datasources'

export const testQuestions = {
  list: call(routes.testQuestions.list, {
    summary: 'The test questions of a data source in the order of adding, each with its rank then and now',
    large: 'page',
    permission,
    params: ById,
    data: z.object({ TestQuestions: z.array(TestQuestion) }),
    problems: ['NOT_FOUND'],
  }),
  create: call(routes.testQuestions.create, {
    summary: 'Add a test question to a data source; needs write access',
    permission,
    status: 201,
    params: ById,
    bodySchema: z.object({ q: Question, expected: Expected.nullable().default(null) }),
    data: z.object({ TestQuestion }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED', 'TOO_MANY_TEST_QUESTIONS'],
  }),
  update: call(routes.testQuestions.update, {
    summary:
      'Change a test question; needs write access. Its earlier results are deleted when the text or the expected passage changes',
    permission,
    params: ByQuestion,
    bodySchema: z.object({ q: Question.optional(), expected: Expected.nullable().optional() }),
    data: z.object({ TestQuestion }),
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  remove: call(routes.testQuestions.remove, {
    summary: 'Remove a test question with its results; needs write access',
    permission,
    params: ByQuestion,
    data: Nothing,
    problems: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),
  runs: call(routes.testQuestions.runs, {
    summary: 'The runs of the test questions of a data source, the newest first',
    permission,
    params: ById,
    data: z.object({ TestRuns: z.array(TestRun) }),
    problems: ['NOT_FOUND'],
  }),
  run: call(routes.testQuestions.run, {
    summary:
      'Search for all test questions of a data source; needs write access. They also run after each change of its documents. Returns the running run if there is one',
    permission,
    status: 201,
    params: ById,
    data: z.object({ TestRun }),
    problems: ['NOT_FOUND', 'NONE_FOUND', 'PERMISSION_DENIED', 'DATASOURCE_NOT_READY'],
  }),
} as const
