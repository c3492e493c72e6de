import { extraDelete, extraRead, extraWriteJson } from './call.ts';
import { PATHS } from './paths.ts';
import { HandoverNoteListSchema } from './shapes/handover.ts';
import { IncidentDetailsSchema, IncidentListSchema } from './shapes/incident.ts';
import { MaintenanceListSchema } from './shapes/maintenance.ts';
import { CommandAnswerSchema } from './shapes/watchdog.ts';

/** The calls about what happened and who knows: incidents, drills, maintenance windows, handover notes. */
export const INCIDENT_CALLS = {
  incidents: {
    ...extraRead,
    path: PATHS.incidents,
    access: 'display',
    answer: IncidentListSchema,
  },
  incident: {
    ...extraRead,
    path: PATHS.incident,
    access: 'display',
    answer: IncidentDetailsSchema,
  },
  acknowledgeIncident: {
    ...extraWriteJson,
    path: PATHS.acknowledgeIncident,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['incidents'],
  },
  releaseIncident: {
    ...extraDelete,
    path: PATHS.releaseIncident,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['incidents'],
  },
  startDrill: {
    ...extraWriteJson,
    path: PATHS.startDrill,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['incidents'],
  },
  endDrill: {
    ...extraDelete,
    path: PATHS.endDrill,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['incidents'],
  },
  maintenance: {
    ...extraRead,
    path: PATHS.maintenance,
    access: 'display',
    answer: MaintenanceListSchema,
  },
  planMaintenance: {
    ...extraWriteJson,
    path: PATHS.planMaintenance,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['maintenance', 'incidents'],
  },
  changeMaintenance: {
    ...extraWriteJson,
    path: PATHS.changeMaintenance,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['maintenance', 'incidents'],
  },
  /** Deletes a window that has not begun, and the coming occurrences of a weekly one. */
  removeMaintenance: {
    ...extraDelete,
    path: PATHS.removeMaintenance,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['maintenance', 'incidents'],
  },
  handoverNotes: {
    ...extraRead,
    path: PATHS.handoverNotes,
    access: 'viewer',
    answer: HandoverNoteListSchema,
  },
  addHandoverNote: {
    ...extraWriteJson,
    path: PATHS.addHandoverNote,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['handoverNotes'],
  },
  removeHandoverNote: {
    ...extraDelete,
    path: PATHS.removeHandoverNote,
    access: 'operator',
    answer: CommandAnswerSchema,
    refreshes: ['handoverNotes'],
  },
} as const;
