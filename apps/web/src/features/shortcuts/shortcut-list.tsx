import { isShortcutCode, isTaken } from '#lib/shortcuts.ts'
import { useTranslation } from '#lib/texts.ts'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { useShortcutFile } from './api.ts'
import { Keys } from './keys.tsx'
import type { ListedShortcut, ShortcutFile } from './list.ts'
import css from './shortcut-list.module.css'

/** Lists all shortcuts in groups; `heading` is the heading level of the groups. */
export function ShortcutList({ heading: Heading = 'h2' }: { heading?: 'h2' | 'h3' }) {
  const { t } = useTranslation('shortcuts')
  const file = useShortcutFile()
  if (file.isError || file.data?.groups.length === 0)
    return (
      <LoadFailed
        title={t('loadFailed')}
        sentence={t('loadFailedText')}
        onRetry={() => void file.refetch()}
      />
    )
  if (!file.data) return <Skeleton />
  const { groups, names } = file.data
  return (
    <div className={css.groups}>
      {groups.map((group) => (
        <section key={group.title}>
          <Heading className={css.title}>{group.title}</Heading>
          <ul>
            {group.shortcuts.map((shortcut) => (
              <li key={shortcut.text} className={css.row}>
                <span>{shortcut.text}</span>
                <AllKeys shortcut={shortcut} names={names} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Keys that work in this browser come first. */
function AllKeys({ shortcut, names }: { shortcut: ListedShortcut; names: ShortcutFile['names'] }) {
  const { t } = useTranslation('shortcuts')
  const { code, keys, second } = shortcut
  if (second.length === 0) return <Keys keys={keys} names={names} />
  const [first, other] = isShortcutCode(code) && isTaken(code) ? [second, keys] : [keys, second]
  return (
    <span className={css.both}>
      <Keys keys={first} names={names} />
      {t('or')}
      <Keys keys={other} names={names} />
    </span>
  )
}

/** Placeholder with the height of the rows: prevents a layout shift. */
function Skeleton() {
  return (
    <Loading>
      <div className={css.groups}>
        {[44, 60, 52, 48, 56, 40, 58, 46].map((width, index) => (
          <div key={index} className={css.row}>
            <SkeletonLine width={width} />
          </div>
        ))}
      </div>
    </Loading>
  )
}
