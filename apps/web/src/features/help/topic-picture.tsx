import { useTheme } from '#features/settings/index.ts'
import { useTranslation } from '#lib/texts.ts'
import { useHelpRoutes, type LoadedTopic } from './api.ts'
import css from './help-topic.module.css'

/** Pixels of a picture, as `npm run pictures` takes them. */
const SIZE = { width: 1200, height: 750 }

/** The page that a topic is about, with the data of the demo, in the reader's language and theme. */
export function TopicPicture({ topic }: { topic: LoadedTopic }) {
  const { t, i18n } = useTranslation('help')
  const { theme } = useTheme()
  const picture = useHelpRoutes().data?.find(({ name }) => name === topic.name)?.picture
  if (picture === undefined) return null
  const address = `/static/pictures/${picture}-${i18n.language}-${theme}.png`
  return (
    <a href={address} target="_blank" rel="noreferrer" className={css.picture}>
      <img {...SIZE} src={address} alt={t('pictureOf', { title: topic.title })} loading="lazy" />
    </a>
  )
}
