import type { ToolCall } from '../../call/tool-call.ts';
import type { McpDescription } from './describe-mcp.ts';

interface KnownServer {
  /** The package with its exact version, as the command that started it names it. */
  readonly package: string;
  readonly tools: Readonly<Record<string, KnownTool>>;
}

/** `pin` is what `pinTool` makes of the tool as that version lists it. */
type KnownTool = Omit<McpDescription, 'tool'> & { readonly pin: string };

/**
 * Servers that were installed and asked. A name proves nothing: a row counts only where the command names exactly this
 * package and version, and the tool says of itself exactly what it said then.
 */
const knownServers: readonly KnownServer[] = [
  {
    package: '@modelcontextprotocol/server-filesystem@2026.8.31',
    tools: {
      read_file: {
        pin: '26BSfbqgMXCCjRuo5BRCByf4RkF8xkOPxmHhl4p_yx4',
        reads: ['$.path'],
        readOnly: true,
        complete: true,
      },
      read_text_file: {
        pin: 'QyhDH_jRoskQ4xEEBDDAg7ikIgp9o2G3Q-b9Wx61fHk',
        reads: ['$.path'],
        readOnly: true,
        complete: true,
      },
      read_media_file: {
        pin: 'xUIg2s2aivkf_nk2BGHii1cECODsGtXz2x4mHYgvsUE',
        reads: ['$.path'],
        readOnly: true,
        complete: true,
      },
      read_multiple_files: {
        pin: 'lonGdA1S9uCxQInMbsZVwH_panP5SlyUxbaGUlME7bk',
        reads: ['$.paths[*]'],
        readOnly: true,
        complete: true,
      },
      list_directory: {
        pin: 'UvjMYCUkz1-NRqTcLNV9YcadBnbh8cYPcHXtauwThOw',
        reads: ['$.path'],
        readOnly: true,
        complete: true,
      },
      list_directory_with_sizes: {
        pin: 'aMa0Ddi8EC2AxX1R7DfLAP_ZxELp7fVzFhAWDiAIyLM',
        reads: ['$.path'],
        readOnly: true,
        complete: true,
      },
      get_file_info: {
        pin: 'uPmml64jnh51gNrcJ570oFy6E33fjfkYpb0Z1ia-ex0',
        reads: ['$.path'],
        readOnly: true,
        complete: true,
      },
      directory_tree: {
        pin: 'd23TbrfgvCQcvoIacWmIs5KbXTKyjWcLrCpJgtw3wRQ',
        reads: ['$.path'],
        ignores: ['$.excludePatterns'],
        readOnly: true,
      },
      search_files: {
        pin: 'O97E2Q48Rh5DQCOVt6MHyDx8lHDXtMhclO2y9Tl5yNo',
        reads: ['$.path'],
        ignores: ['$.pattern', '$.excludePatterns'],
        readOnly: true,
      },
      write_file: {
        pin: 'uJRCIBs5x4pu9TTEM188_7zG47B0yVw1U31tQuSjhd4',
        writes: ['$.path'],
        ignores: ['$.content'],
        complete: true,
      },
      edit_file: {
        pin: 'gK_SN7hmn_Bnw17pb2DWHYoOsmE3hpMrMXzQ8tntbPc',
        reads: ['$.path'],
        writes: ['$.path'],
        ignores: ['$.edits'],
        complete: true,
      },
      create_directory: {
        pin: 'PFVK1W-BMASPTdJKSv9H2aW6BCDzgh0TZA6RASHaYzg',
        writes: ['$.path'],
        complete: true,
      },
      move_file: {
        pin: 'F5xfIyvJ0ACmyS_rNUOVdJwK4ywwCj1OGGLORgahtwQ',
        reads: ['$.source'],
        writes: ['$.destination'],
        deletes: ['$.source'],
        complete: true,
      },
      list_allowed_directories: { pin: '9BqT2QAN_PSpyloBnHGa2I8n9nwpagnhH7jaF-vMG-4', readOnly: true },
    },
  },
  {
    package: '@playwright/mcp@0.0.83',
    tools: {
      browser_navigate: {
        pin: 'IMSa2Feb-anYfVxzXrMGJ6yeCwsd94nAC3RIZfGMRMo',
        urls: ['$.url'],
        complete: true,
      },
      browser_tabs: { pin: '4D_kU-8oviAyz1lV5Fgu3WIstgKDhRmAyEQK4iBhk0E', urls: ['$.url'] },
      browser_take_screenshot: {
        pin: '13Ywro-wB3z-i-ATS-LyVv-umTJgdmImFKaILZQjZW4',
        writes: ['$.filename'],
        ignores: ['$.element', '$.target'],
      },
      browser_snapshot: {
        pin: 'U4ftb7Wszf5gpiAG3nucKg1uolkVuyC28Q0SYosEJ6A',
        writes: ['$.filename'],
        ignores: ['$.target'],
      },
      browser_console_messages: {
        pin: 'qzeehtlotvTeht3GKvAGoDYon1p9M5-4RkRnlgOfMIE',
        writes: ['$.filename'],
      },
      browser_network_requests: {
        pin: '6zWPaVPN77osQEzEqNvGvHwmJtYEs5vnv_YRRqu0oGE',
        writes: ['$.filename'],
        ignores: ['$.filter'],
      },
      browser_file_upload: { pin: '5ImyKhtW0iFMccsYdmraaVSCAj_Gd59BkE79gEd_qx4', reads: ['$.paths[*]'] },
      browser_drop: {
        pin: 'c_h_Ou0l0PQkShpsEvwogMku4t22MzaMRWflfTgr8LA',
        reads: ['$.paths[*]'],
        ignores: ['$.element', '$.target'],
      },
      browser_click: {
        pin: 'QCkLGsIhLbAcJdUkrmx2R_itlc6WivZrZ5Y6u1pYaZ4',
        ignores: ['$.element', '$.target'],
      },
      browser_hover: {
        pin: 'hpDeQhUkAiJa2omH0_6LTsCXFyjLeem6gf_O1KZmGIY',
        ignores: ['$.element', '$.target'],
      },
      browser_type: {
        pin: 'CkrIfU1mIN0hIaPa9WpnpiObmLaeVAd3oJAetjCzNHQ',
        ignores: ['$.element', '$.target', '$.text'],
      },
      browser_select_option: {
        pin: 'NTuZbofEW3L1qHDZdeaygf5Yw5hAmqKRb9hXvz_o6Pc',
        ignores: ['$.element', '$.target', '$.values'],
      },
      browser_press_key: { pin: '-CNQbYr_Zmg3josuDHtLsYfl_GCOqWXrJMQNUPuf5Pk', ignores: ['$.key'] },
    },
  },
  {
    package: '@modelcontextprotocol/server-postgres@0.6.2',
    tools: {
      query: { pin: 'U_JTHElOReMOZHBVqmpDataVuwCu72oHfKgFa_l1ssU', ignores: ['$.sql'] },
    },
  },
  {
    package: '@modelcontextprotocol/server-github@2025.4.8',
    tools: {
      get_file_contents: {
        pin: 'aeOqZ_x_WDGRNFsdxNoy-4h-jtk6Yt6P3WW6CaFLdvo',
        ignores: ['$.path', '$.branch', '$.repo'],
      },
      create_or_update_file: {
        pin: 'zijUupa0fAvmot67xI8-ThWKiUodoStmV2godiEAMp0',
        ignores: ['$.path', '$.content', '$.message', '$.branch', '$.repo'],
      },
      push_files: {
        pin: 't0DjMltN8vsuEItcfRZqwR-8rjHmEVWuq8hqJvQkoRQ',
        ignores: ['$.files', '$.message', '$.branch', '$.repo'],
      },
      create_branch: {
        pin: 'RiSe4hKasRcRdB6ItLNkr7zcchcgyfuyVz1m2ZQOtMs',
        ignores: ['$.branch', '$.from_branch', '$.repo'],
      },
      create_issue: {
        pin: 'Aad5AOA4TOViHfj7LrvL3HAiwB8l4OXp3HR6vBIktV4',
        ignores: ['$.title', '$.body', '$.repo'],
      },
      update_issue: {
        pin: '3V6dY0pqP3Rz92jNrUcqm65u61VnwAxyW68HxSNaa-w',
        ignores: ['$.title', '$.body', '$.repo'],
      },
      add_issue_comment: {
        pin: '_Z44O7LLGspgkZvfJ-N9cIPMELl6pqjK8EuHmI0Akuw',
        ignores: ['$.body', '$.repo'],
      },
      create_pull_request: {
        pin: 'SD_XFaOfxlRTepzAS7muqjpv0N2zNzI3Ktvgdt3yC9U',
        ignores: ['$.title', '$.body', '$.head', '$.base', '$.repo'],
      },
      create_pull_request_review: {
        pin: 'bPxdy-dzthcfTPjub3LcvPVzOANx2WhfS1Gn3w2x1Ok',
        ignores: ['$.body', '$.comments', '$.repo'],
      },
    },
  },
];

const byPackage: ReadonlyMap<string, ReadonlyMap<string, KnownTool>> = new Map(
  knownServers.map((server) => [server.package, new Map(Object.entries(server.tools))]),
);

export function describedByPackage({ mcp }: ToolCall): KnownTool | undefined {
  if (mcp?.package === undefined || mcp.pin === undefined) return undefined;
  const row = byPackage.get(mcp.package)?.get(mcp.tool);
  return row?.pin === mcp.pin ? row : undefined;
}
