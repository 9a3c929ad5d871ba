// What one file stores in the product that files share, the next one does not find.
import { contract } from '@polylogue/contract'
import { createClient } from '@polylogue/client'
import { expect, test } from '@playwright/test'
import { startModelServer } from '../apps/server/test/model-server/index.ts'
import { borrowProduct } from './shared-product.ts'

test('settings are as before after a file: changed ones have their values, new ones are not stored', async () => {
  const models = await startModelServer({ models: ['script'] })
  const { product, session, handBack } = await borrowProduct(models.url)
  const client = createClient({ baseUrl: product.url, token: () => session.access })
  const params = { id: session.userId }
  const stored = async () =>
    (await client.call(contract.settings.list, { params })).data.Settings.map(
      ({ name, value, validUntil }) => ({
        name,
        value,
        validUntil,
      }),
    )
  const before = await stored()
  expect(before.map(({ name }) => name)).toContain('whatsNewScreen')
  expect(before.map(({ name }) => name)).not.toContain('darkTheme')
  for (const [settingName, settingValue] of [
    ['darkTheme', 'true'],
    ['whatsNewScreen', '0.1.0'],
  ] as const)
    await client.call(contract.settings.setByName, { params, body: { settingName, settingValue } })
  await handBack()
  expect(await stored()).toEqual(before)
  await models.close()
})
