// Help and texts do not mention features that do not exist yet. Remove the words from this list when a feature is built.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../../..')
const TO_COME: Record<string, RegExp> = { bg: /указания/i }

async function linesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const))
  return texts.flatMap(([file, text]) =>
    text.split('\n').map((line) => `${file.slice(root.length)}: ${line}`),
  )
}

test.each(Object.entries(TO_COME))('texts (%s) mention no unbuilt features', async (language, words) => {
  const lines = [
    ...(await linesOf(join(root, 'apps/server/static/md', language))),
    ...(await linesOf(join(root, 'apps/web/src/texts', language))),
  ]
  expect(lines.length).toBeGreaterThan(500)
  expect(lines.filter((line) => words.test(line))).toEqual([])
})
