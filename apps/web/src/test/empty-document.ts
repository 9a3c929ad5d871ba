// The files of a worker share a document: what one test left there was found by the next.
import { beforeEach } from 'vitest'

beforeEach(() => document.body.replaceChildren())
