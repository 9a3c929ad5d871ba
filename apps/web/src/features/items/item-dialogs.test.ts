import { expect, test } from 'vitest'
import { itemDialog, itemParam } from './item-dialogs.ts'

test.each([
  [
    'prompts',
    'prompt',
    ['new-prompt', 'edit-prompt', 'share-prompt', 'delete-prompt', 'execute-prompt', 'prompt-versions'],
  ],
  [
    'datasources',
    'datasource',
    ['new-datasource', 'edit-datasource', 'share-datasource', 'delete-datasource', 'use-datasource'],
  ],
  ['custinsts', 'custinst', ['new-custinst', 'edit-custinst', 'share-custinst', 'delete-custinst']],
  [
    'goldensets',
    'goldenset',
    ['new-goldenset', 'edit-goldenset', 'share-goldenset', 'delete-goldenset', 'run-goldenset'],
  ],
])('the addresses of the dialogs of %s, which people keep as links', (noun, param, names) => {
  const further = { prompts: ['execute', 'versions'], datasources: ['use'], goldensets: ['run'] }[noun] ?? []
  expect(itemParam(noun)).toBe(param)
  expect(['create', 'edit', 'share', 'remove', ...further].map((dialog) => itemDialog(noun, dialog))).toEqual(
    names,
  )
})
