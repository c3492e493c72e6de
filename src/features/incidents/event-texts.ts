import type { IncidentPhase, ReportPart } from '../../../contract/shapes/incident.ts';

export const PHASE_TEXTS: Readonly<Record<IncidentPhase, string>> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
};

export const REPORT_TEXTS: Readonly<Record<ReportPart, string>> = {
  'report-what': 'What happened',
  'report-why': 'Why',
  'report-change': 'What we change',
};

/** Stands before the text of an event of the timeline; undefined: its text says it all. */
export const EVENT_TEXTS: Readonly<Record<string, string | undefined>> = {
  ...PHASE_TEXTS,
  ...REPORT_TEXTS,
};
