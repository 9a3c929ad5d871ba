// What the pictures of the README and the help show: a fingerprint of it is stored when they are taken (decision 176).
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { runQuietly } from './child.mjs'
import { inRoot, root } from './root.mjs'

/** The fingerprint of what the pictures in the repository show. */
export const TAKEN = 'docs/pictures/taken.txt'

/** Whether a file is part of what the pictures show: the page, its texts and lists, the demo, and the list of the pictures. */
export const isShown = (file) =>
  /^(apps\/web\/(src|public)\/|apps\/server\/static\/data\/|demo\/|e2e\/pictures\.ts$)/.test(file) &&
  !/\.test\.tsx?$|^apps\/web\/src\/test\/|RELEASE-NOTES|help-questions/.test(file)

/** Returns a fingerprint of files: their names and contents, in any order. */
export function fingerprintOf(files) {
  const hash = createHash('sha256')
  for (const [name, content] of [...files].sort(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${name}\0${createHash('sha256').update(content).digest('hex')}\n`)
  return hash.digest('hex')
}

/** Returns the fingerprint of what pictures that are taken now would show. */
export async function shownNow() {
  const { output } = await runQuietly('git', ['ls-files', '-z'], { cwd: root })
  const files = output.split('\0').filter(isShown)
  if (files.length < 100) throw new Error('Git lists too few files of the page.')
  return fingerprintOf(files.map((file) => [file, readFileSync(inRoot(file))]))
}

/** Rejects with what to do if the page has changed since the pictures were taken. */
export async function withCurrentPictures(now = shownNow(), taken = readFileSync(inRoot(TAKEN), 'utf8')) {
  if (taken.trim() !== (await now))
    throw new Error(
      'The page has changed since the pictures of the README and the help were taken. Run npm run pictures, look at each, and commit them.',
    )
}
