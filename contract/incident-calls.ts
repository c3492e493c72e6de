import { extraDelete, extraRead, extraWriteJson } from './call.ts';
import { HandoverNoteListSchema } from './shapes/handover.ts';
import { IncidentDetailsSchema, IncidentListSchema } from './shapes/incident.ts';
import { MaintenanceListSchema } from './shapes/maintenance.ts';
import { CommandAnswerSchema } from './shapes/watchdog.ts';

/** The calls about what happened and who knows: incidents, drills, maintenance windows, handover notes. */
export const INCIDENT_CALLS = {
  incidents: { ...extraRead, access: 'display', answer: IncidentListSchema },
  incident: { ...extraRead, access: 'display', answer: IncidentDetailsSchema },
  acknowledgeIncident: {
    ...extraWriteJson,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['incidents'],
  },
  releaseIncident: {
    ...extraDelete,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['incidents'],
  },
  startDrill: {
    ...extraWriteJson,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['incidents'],
  },
  endDrill: {
    ...extraDelete,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['incidents'],
  },
  maintenance: { ...extraRead, access: 'display', answer: MaintenanceListSchema },
  planMaintenance: {
    ...extraWriteJson,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['maintenance', 'incidents'],
  },
  changeMaintenance: {
    ...extraWriteJson,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['maintenance', 'incidents'],
  },
  /** Deletes a window that has not begun, and the coming occurrences of a weekly one. */
  removeMaintenance: {
    ...extraDelete,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['maintenance', 'incidents'],
  },
  handoverNotes: { ...extraRead, access: 'viewer', answer: HandoverNoteListSchema },
  addHandoverNote: {
    ...extraWriteJson,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['handoverNotes'],
  },
  removeHandoverNote: {
    ...extraDelete,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['handoverNotes'],
  },
} as const;
