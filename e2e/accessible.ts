import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Asserts that axe finds nothing serious on the page. */
export async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
}
