import { useState } from 'react'
import { Link } from 'react-router'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Icon } from '#ui/icon.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState, LoadFailed, Loading, SkeletonLine } from '#ui/states.tsx'
import { Switch } from '#ui/switch.tsx'
import { useInstall, usePlugins } from './api.ts'
import { withName, type Plugin } from './plugin-file.ts'
import css from './plugins.module.css'
import { useInstalled } from './use-installed.ts'

/** The plugins with a switch each, and a field that filters them by name. */
export function PluginList({ heading }: { heading: 'h2' | 'h3' }) {
  const { t } = useTranslation('plugins')
  const errorMessage = useErrorMessage()
  const plugins = usePlugins()
  const [text, setText] = useState('')
  if (plugins.isError)
    return (
      <LoadFailed
        title={t('loadFailed')}
        {...errorMessage(plugins.error)}
        onRetry={() => void plugins.refetch()}
      />
    )
  if (!plugins.data)
    return (
      <Loading>
        <SkeletonLine height={72} />
        <SkeletonLine height={72} />
      </Loading>
    )
  const shown = withName(plugins.data, text)
  return (
    <>
      <SearchField
        label={t('filter')}
        className={css.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="sr" role="status">
        {text === '' ? '' : t('found', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState title={t('noMatch', { text: text.trim() })}>
          <Button onClick={() => setText('')}>{t('clearFilter')}</Button>
        </EmptyState>
      ) : (
        <ul aria-label={t('title')}>
          {shown.map((plugin) => (
            <Row key={plugin.id} plugin={plugin} heading={heading} />
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ plugin, heading: Heading }: { plugin: Plugin; heading: 'h2' | 'h3' }) {
  const { t } = useTranslation('plugins')
  return (
    <li className={css.plugin}>
      <Icon name={plugin.icon} size={20} />
      <div className={css.words}>
        <Heading>
          <Link to={`/plugins/${plugin.id}`}>{plugin.name}</Link>
          {plugin.type !== 'free' && <Chip kind="line">{t(`types.${plugin.type}`)}</Chip>}
        </Heading>
        <p>{plugin.description}</p>
      </div>
      <PluginAction plugin={plugin} />
    </li>
  )
}

/** The button of a plugin, as its file wants it. */
export function PluginAction({ plugin }: { plugin: Plugin }) {
  const { t } = useTranslation('plugins')
  const install = useInstall()
  const installed = useInstalled(plugin.id)
  if (plugin.render === 'none') return null
  if (plugin.render === 'plugin-page')
    return (
      <Link to={`/plugins/${plugin.id}`} className={css.open}>
        {t('open', { name: plugin.name })}
      </Link>
    )
  return (
    <Switch
      label={t('installed')}
      aria-label={t('installedNamed', { name: plugin.name })}
      checked={installed}
      disabled={plugin.disabled}
      onChange={(event) => install.set(plugin, event.target.checked)}
    />
  )
}
