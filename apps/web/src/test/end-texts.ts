// The files of a worker share the texts of the page: a component suspended where another file had begun to load some.
import { afterAll } from 'vitest'
import { translations } from '#lib/translations.ts'

afterAll(() => translations.start({ language: 'en', texts: {} }))
