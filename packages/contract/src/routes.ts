// The routes of all calls: the contract without schemas, for code that calls and does not validate.
import * as first from './routes-first.ts'
import * as later from './routes-later.ts'

export const routes = { ...first, ...later }
