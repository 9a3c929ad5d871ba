import type { IdeaCategory } from '@polylogue/contract'
import { IDEA_CATEGORIES } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'

/** Returns the label of a category: translated for the built-in ones, as stored for others. */
export function useCategoryName(): (category: IdeaCategory) => string {
  const { t } = useTranslation('ideas')
  return ({ name, label }) => {
    const known = IDEA_CATEGORIES.find((category) => category === name)
    return known ? t(`categories.${known}`) : label
  }
}
