// Requirements for every HTTP engine; each adapter runs them against the scripted model server. Includes those for every
// engine (every-engine.contract.ts, which the embedded engine also passes). The faults: STREAM-3, STREAM-6, STREAM-7 and
// ENGINE-*.
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import {
  model,
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
} from '#test/model-server/index.ts'
import { answers } from './engine-contract/answers.contract.ts'
import { availability } from './engine-contract/availability.contract.ts'
import { everyEngine } from './engine-contract/every-engine.contract.ts'
import { faults } from './engine-contract/faults.contract.ts'
import { numbers, testOutbound, until, type ContractSubject } from './engine-contract/setup.contract.ts'
import { refusals } from './engine-contract/refusals.contract.ts'
import { stopping } from './engine-contract/stopping.contract.ts'
import { tools } from './engine-contract/tools.contract.ts'
import type { Engine } from './engine.ts'

export { ask, numbers, outcomeOf, testOutbound, until } from './engine-contract/setup.contract.ts'

/** Runs the suite. */
export function engineContract(subject: ContractSubject): void {
  describe(`${subject.name}: the engine contract`, () => {
    let server: ModelServer
    let engine: Engine
    const open = async (options: ModelServerOptions = {}): Promise<void> => {
      server = await startModelServer(options)
      engine = subject.create(server.url, testOutbound())
    }
    beforeAll(() => open())
    afterEach(async () => {
      await until(() => server.stats().open === 0)
      server.reset()
    })
    afterAll(async () => {
      await engine.close()
      await server.close()
    })
    const setup = { subject, server: () => server, engine: () => engine }
    everyEngine({
      engine: () => engine,
      another: () => subject.create(server.url, testOutbound()),
      speaker: {
        model: model('mock', { tokens: 300, rate: 3000 }),
        text: numbers(300),
        tokens: 300,
        promptTokens: 10,
      },
      options: {},
      endless: model('mock', { endless: 1, rate: 200 }),
      vectors: 'embed',
      family: 'mock',
      quiet: () => until(() => server.stats().abandoned === 1 && server.stats().open === 0),
    })
    describe('answers over HTTP', () => answers(setup))
    describe('faults', () => faults(setup))
    describe('refusals', () => refusals(setup))
    describe('stopping and waiting', () => stopping(setup))
    describe('tools and response formats', () => tools(setup))
    describe('connection and model list', () => availability(setup))
  })
}
