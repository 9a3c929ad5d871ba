import { randomBytes } from 'node:crypto'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '#test/db.ts'
import { mount } from '#test/small-disk.ts'
import { findSpareFiles, openSpareFile } from './spare-file.ts'

async function folderOf(): Promise<string> {
  const folder = await temporaryDir()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const itemsOf = async (folder: string) =>
  Promise.all((await findSpareFiles(folder)).map((file) => file.read()))

test('what was kept last is read by the next process, and a cleared file has nothing', async () => {
  const folder = join(await folderOf(), 'unstored')
  const spare = await openSpareFile({ folder, owner: 'one', roomBytes: 10_000 })
  await spare.keep(['a long one, which is replaced'])
  expect(await spare.keep(['Grüße', 'b'])).toBe(2)
  expect((await findSpareFiles(folder)).map(({ owner }) => owner)).toEqual(['one'])
  expect(await itemsOf(folder)).toEqual([['b', 'Grüße']])
  await spare.close()
  const [name = ''] = await readdir(folder)
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  await spare.clear()
  expect(await itemsOf(folder)).toEqual([[]])
  await spare.close()
  expect(await readdir(folder)).toEqual([])
})

test('a damaged file has nothing', async () => {
  const folder = await folderOf()
  await writeFile(join(folder, 'one.spare'), randomBytes(500))
  await writeFile(join(folder, 'two.spare'), '')
  expect(await itemsOf(folder)).toEqual([[], []])
  expect(await itemsOf(join(folder, 'none'))).toEqual([])
})

test('a full disk keeps as much as there is room for, the smallest first', async ({ skip }) => {
  const disk = await folderOf()
  if (!mount(disk, '1m')) return skip()
  const spare = await openSpareFile({ folder: join(disk, 'unstored'), owner: 'one', roomBytes: 200_000 })
  await writeFile(join(disk, 'rest'), Buffer.alloc(2_000_000)).catch(() => undefined)
  const large = randomBytes(400_000).toString('base64')
  expect(await spare.keep([large, 'one', randomBytes(50_000).toString('base64'), 'two'])).toBe(3)
  const [left] = await itemsOf(join(disk, 'unstored'))
  expect(left?.slice(0, 2)).toEqual(['one', 'two'])
})
