import i18next, { type FlatNamespace, type TFunction } from 'i18next'

/** Returns the translations of a noun in the current language once they are loaded, for code outside of components. */
export async function loadTexts<Noun extends FlatNamespace>(noun: Noun): Promise<TFunction<Noun>> {
  await i18next.loadNamespaces(noun)
  return i18next.getFixedT(i18next.language, noun) as unknown as TFunction<Noun>
}
