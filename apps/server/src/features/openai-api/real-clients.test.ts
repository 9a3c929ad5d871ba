// The current clients of other projects at /v1, each as a program of its own (scripts/clients). `npm run test:full` installs them.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '#test/full.ts'
import { programOf } from '#test/program.ts'
import { numbers, openTalk, scripted, type Talk } from '#test/talk.ts'

const plain = scripted({ tokens: 9 })
const calling = scripted({ tool: 'weather' })
const silent = 'no-such-model'
const folder = fileURLToPath(new URL('../../../../../scripts/clients/', import.meta.url))

const STARTED_IN = 60_000

describe.runIf(isFull)('the clients of other projects', () => {
  let talk: Talk
  let token: string
  beforeAll(async () => {
    if (!existsSync(`${folder}node_modules`))
      throw new Error('Run npm ci in scripts/clients, or npm run test:full')
    talk = await openTalk([plain, calling, 'embed'])
    token = (await programOf(talk, talk.anna)).token
  })
  afterAll(() => talk?.[Symbol.asyncDispose]())

  const gotBy = async (client: string): Promise<unknown> => {
    const env = {
      BASE_URL: `${talk.app.url}/v1`,
      API_KEY: token,
      PLAIN: plain,
      CALLING: calling,
      SILENT: silent,
    }
    const { stdout } = await promisify(execFile)(process.execPath, [`${folder}${client}.mjs`], {
      env: { PATH: process.env['PATH'], ...env },
    })
    return JSON.parse(stdout)
  }
  const refused = { message: expect.stringMatching(/no-such-model/) as string }
  const all = { whole: numbers(9), streamed: numbers(9), tool: 'weather', refused, vectors: 2 }

  test.each([
    ['openai', { ...all, response: numbers(9), models: true }],
    ['langchain', all],
    ['ai-sdk', all],
    ['llamaindex', all],
  ])(
    '%s: answers, streams, tools, errors and vectors',
    async (client, expected) => {
      expect(await gotBy(client)).toEqual({ ...expected, refused: expect.objectContaining(expected.refused) })
    },
    STARTED_IN,
  )

  test(
    '@anthropic-ai/sdk is told what to set instead',
    async () => {
      expect(await gotBy('anthropic')).toEqual({
        whole: {
          status: 404,
          message: expect.stringMatching(/Anthropic’s API is not offered here.*chat\/completions/),
        },
      })
    },
    STARTED_IN,
  )
})
