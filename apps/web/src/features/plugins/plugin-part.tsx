import { Link } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import type { Plugin } from './plugin-file.ts'
import { PluginAction } from './plugin-list.tsx'
import css from './plugins.module.css'
import { useInstalled } from './use-installed.ts'

/** Where the feature of a plugin is, for those that have a page of their own. */
const PAGES: Readonly<Record<string, string>> = { 'prompt-repository': '/prompts' }

/** What a plugin does, its switch, and the way to its feature. */
export function PluginPart({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation('plugins')
  const installed = useInstalled(plugin.id)
  const page = Object.hasOwn(PAGES, plugin.id) ? PAGES[plugin.id] : undefined
  return (
    <div className={css.page}>
      <div className={css.state}>
        <p>{plugin.description}</p>
        <PluginAction plugin={plugin} />
      </div>
      <h2>{t('covers')}</h2>
      <p>{plugin.longDescription}</p>
      {page !== undefined && installed && (
        <p>
          <Link to={page}>{t('open', { name: plugin.name })}</Link>
        </p>
      )}
    </div>
  )
}
