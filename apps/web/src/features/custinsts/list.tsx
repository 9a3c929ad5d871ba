import type { CustInst } from '@polylogue/contract'
import { CUSTINST_SCOPES } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { canWrite } from '#lib/can.ts'
import type { OpenTab } from '#lib/open-tab.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import { ItemList, PanelList, useItemDialogs } from '#features/items/index.ts'
import { useChooseForTab } from './api.ts'
import { useCustInsts } from './list-api.ts'
import { CustInstItem } from './item.tsx'
import css from './list.module.css'
import { idsIn } from './choice.ts'

interface CustInstListProps {
  /** Where instructions can be chosen; undefined where there is no tab. */
  openTab?: OpenTab | undefined
  /** Level of the groups' headings. */
  level: 2 | 3
  /** The id of the instruction that the address names. */
  named?: number | undefined
}

/** The list in the side panel. */
export const CustInstSection = ({ openTab }: Pick<CustInstListProps, 'openTab'>) => (
  <CustInstList openTab={openTab} level={3} />
)

/** Lists the custom instructions in two groups by type. */
export function CustInstList({ openTab, level, named }: CustInstListProps) {
  const { t } = useTranslation('custinsts')
  const dialogs = useItemDialogs('custinsts')
  const list = useCustInsts()
  const isGone = named !== undefined && list.data?.every(({ id }) => id !== named)
  const words = {
    loadFailed: t('loadFailed'),
    emptyTitle: t('emptyTitle'),
    emptyText: t('emptyText'),
    filter: t('filter'),
    clearFilter: t('clearFilter'),
    noMatch: (text: string) => t('noMatch', { text }),
    found: (count: number) => t('found', { count }),
    add: t('add'),
  }
  return (
    <div className={css.list}>
      {isGone && <Problem>{t('gone')}</Problem>}
      {openTab && list.data && <Lost openTab={openTab} known={list.data} />}
      <PanelList list={list} textOf={textOf} words={words} onAdd={() => dialogs.show('create')}>
        {(found, filtered) =>
          (['who', 'respond'] as const).map((group) => {
            const items = found.filter(({ scope }) => scope === CUSTINST_SCOPES[group])
            if (filtered && items.length === 0) return null
            return (
              <Group key={group} group={group} items={items} openTab={openTab} level={level} named={named} />
            )
          })
        }
      </PanelList>
    </div>
  )
}

/** Says that the tab uses an instruction that the user cannot read, and ends that on request. */
function Lost({ openTab, known }: { openTab: OpenTab; known: readonly CustInst[] }) {
  const { t } = useTranslation('custinsts')
  const choose = useChooseForTab(openTab)
  const { custInstWhoId, custInstRespondId } = openTab.tab
  const lost = idsIn(openTab.tab).filter((id) => known.every((one) => one.id !== id))
  if (lost.length === 0) return null
  const stop = () =>
    choose.mutate({
      ...(lost.includes(custInstWhoId) ? { custInstWhoId: 0 } : {}),
      ...(lost.includes(custInstRespondId) ? { custInstRespondId: 0 } : {}),
    })
  return (
    <div className={css.lost}>
      <p>{t('lostText')}</p>
      {canWrite(openTab.project) && (
        <Button size="small" onClick={stop}>
          {t('stopLost')}
        </Button>
      )}
    </div>
  )
}

interface GroupProps extends CustInstListProps {
  group: 'who' | 'respond'
  items: readonly CustInst[]
}

function Group({ group, items, openTab, level, named }: GroupProps) {
  const { t } = useTranslation('custinsts')
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={`custinsts-${group}`}>
      <Heading id={`custinsts-${group}`} className={css.group}>
        {t(group)}
      </Heading>
      {items.length === 0 && (
        <p className={css.none}>
          {t('noneInGroup')} {t(`${group}Text`)}
        </p>
      )}
      <ItemList>
        {items.map((item) => (
          <CustInstItem
            key={item.id}
            custInst={item}
            openTab={openTab}
            heading={level === 2 ? 'h3' : 'h4'}
            named={item.id === named}
          />
        ))}
      </ItemList>
    </section>
  )
}

const textOf = ({ name, description, content }: CustInst) => `${name}\n${description}\n${content}`
