import { readFileSync } from 'node:fs'
import { PLUGIN_IDS, SETTINGS } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { readPlugins, withName } from './plugin-file.ts'

const FILE: unknown = JSON.parse(
  readFileSync(new URL('../../../../server/static/data/plugins.json', import.meta.url), 'utf8'),
)

test('the file describes each plugin in each language', () => {
  for (const language of ['en', 'de', 'bg']) {
    const plugins = readPlugins(FILE, language)
    expect(plugins.map(({ id }) => id).toSorted()).toEqual(PLUGIN_IDS.toSorted())
    for (const { name, description, longDescription } of plugins)
      expect([name, description, longDescription].every((text) => text !== '')).toBe(true)
  }
  const english = readPlugins(FILE, 'en')
  for (const language of ['de', 'bg'])
    for (const [at, { longDescription }] of readPlugins(FILE, language).entries())
      expect(longDescription).not.toBe(english[at]?.longDescription)
})

test('each plugin has an id and a name for programs, which stay what they are', () => {
  const { plugins } = FILE as { plugins: { id: string; apiId: number; apiName: string }[] }
  expect(plugins.map(({ apiName }) => apiName)).toEqual(plugins.map(({ id }) => id))
  expect(plugins.map(({ apiId }) => apiId).toSorted((one, other) => one - other)).toEqual(
    PLUGIN_IDS.map((_id, at) => at + 1),
  )
})

test('each plugin has its setting', () => {
  const names = SETTINGS.map(({ name }) => name).filter((name) => name.startsWith('plugin.'))
  expect(names.toSorted()).toEqual(PLUGIN_IDS.map((id) => `plugin.${id}`).toSorted())
})

test('an installation may change words, type, icon and action; what is unknown is left out', () => {
  const file = {
    plugins: [
      { id: 'translate', name: 'Babel', type: 'custom', icon: 'world', disabled: true, render: 'none' },
      {
        id: 'api',
        icon: 'no icon',
        type: 'no type',
        render: 'no action',
        translations: { de: { name: 'Schnittstelle' } },
      },
      { id: 'of-a-later-version' },
      'text',
    ],
  }
  const words = { description: '', longDescription: '' }
  expect(readPlugins(file, 'de')).toEqual([
    {
      ...words,
      id: 'translate',
      name: 'Babel',
      type: 'custom',
      icon: 'world',
      disabled: true,
      render: 'none',
    },
    {
      ...words,
      id: 'api',
      name: 'Schnittstelle',
      type: 'free',
      icon: 'schema',
      disabled: false,
      render: 'toggle-install',
    },
  ])
  expect(readPlugins('text', 'de')).toEqual([])
})

test('the filter finds a part of the name in any letter case', () => {
  const names = (text: string) => withName(readPlugins(FILE, 'en'), text).map(({ id }) => id)
  expect(names(' PROMPT ')).toEqual(['prompt-repository', 'prompt-ideas', 'prompt-options'])
  expect(names('qwertz')).toEqual([])
})
