import { useEffect, useRef } from 'react';
import { takeBack, usePendingAcknowledgements } from '../../console/acknowledgements.ts';
import { notify } from '../../console/notices.ts';

/** Says on whatever screen that an acknowledgement which waited for the server was dropped, and why. */
export function AcknowledgementNotices() {
  const pending = usePendingAcknowledgements();
  const said = useRef(new Set<string>());
  useEffect(() => {
    for (const { incident, title, dropped } of pending) {
      if (dropped === undefined || said.current.has(incident)) continue;
      said.current.add(incident);
      notify({ severity: 'warning', title: `Not sent: ${title}`, message: dropped });
      takeBack(incident).catch(reportError);
    }
    const left = new Set(pending.map(({ incident }) => incident));
    for (const incident of said.current) if (!left.has(incident)) said.current.delete(incident);
  }, [pending]);
  return null;
}
