import type { SomebodysShare } from '@polylogue/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { LeadRow } from '#ui/lead-row.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useEndShare, useEverybodysShares } from '../api.ts'
import { Row } from './share-row.tsx'

/** Everybody's links for administrators: that they exist, not what they show. They can end them. */
export function AllShares() {
  const { t } = useTranslation('shares')
  const shares = useEverybodysShares()
  const end = useEndShare()
  const [doomed, setDoomed] = useState<SomebodysShare | undefined>(undefined)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <LeadRow lead={t('allLead')} />
      <FactList
        label={t('all')}
        failed={t('loadFailed')}
        list={shares}
        empty={<EmptyState title={t('allEmpty')} wayOn="none" />}
        row={(share) => (
          <Somebodys
            key={share.id}
            share={share}
            onEnd={() => {
              setDoomed(share)
              setOpened(true)
            }}
          />
        )}
      />
      <DeleteDialog
        opened={opened}
        id={doomed?.id}
        remove={end}
        words={{
          title: t('titles.end'),
          question: t('questions.endOf', { name: doomed?.ownerName ?? '' }),
          verb: t('verbs.end'),
          deleted: t('ended'),
        }}
        onClose={() => setOpened(false)}
      />
    </>
  )
}

function Somebodys({ share, onEnd }: { share: SomebodysShare; onEnd: () => void }) {
  const { t } = useTranslation('shares')
  const { ownerId, ownerName, isProject, audience, goesOn } = share
  return (
    <Row
      share={share}
      title={
        <Link to={`/users/${ownerId}`} className="cut">
          {ownerName}
        </Link>
      }
    >
      <span>{t(isProject ? 'ofProject' : 'ofTab')}</span>
      <span>{t(`audiences.${audience}`)}</span>
      <span>{t(goesOn ? 'goesOnShort' : 'frozen')}</span>
      <IconButton icon="trash" label={t('acts.endOf', { name: ownerName })} onClick={onEnd} />
    </Row>
  )
}
