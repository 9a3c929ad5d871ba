import { readFileSync } from 'node:fs'

/** A script of this folder as it is put into the page: without what only readers of the code need. */
export const scriptOf = (file: string): string =>
  readFileSync(new URL(file, import.meta.url), 'utf8').replace(/^\s*(\/\/.*|\/\*\*.*\*\/)?\n/gm, '')
