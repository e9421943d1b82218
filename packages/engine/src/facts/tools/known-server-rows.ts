/**
 * Tools of servers that were installed and queried, bound to their own descriptions: a package with its exact version, then
 * effects (`-` for none, `?` for those that the arguments leave open) and tools, each with the first ten characters of its pin;
 * behind the bar, what its arguments are. `remote`: the server passes its arguments on to a service, so they name no file of
 * this machine. `secretIf`: an argument that says "secret" makes it one. Tools that are not listed are unknown.
 */
export const knownServerRows = `
@modelcontextprotocol/server-filesystem@2026.8.31
  -: read_file~26BSfbqgMX read_text_file~QyhDH_jRos read_media_file~xUIg2s2aiv list_directory~UvjMYCUkz1 list_directory_with_sizes~aMa0Ddi8EC get_file_info~uPmml64jnh | reads $.path; readOnly; complete
  -: read_multiple_files~lonGdA1S9u | reads $.paths[*]; readOnly; complete
  read: directory_tree~d23TbrfgvC | reads $.path; ignores $.excludePatterns
  read: search_files~O97E2Q48Rh | reads $.path; ignores $.pattern $.excludePatterns
  -: write_file~uJRCIBs5x4 | writes $.path; ignores $.content; complete
  -: edit_file~gK_SN7hmn_ | reads $.path; writes $.path; ignores $.edits; complete
  -: create_directory~PFVK1W-BMA | writes $.path; complete
  -: move_file~F5xfIyvJ0A | reads $.source; writes $.destination; deletes $.source; complete
  read: list_allowed_directories~9BqT2QAN_P
@playwright/mcp@0.0.83
  -: browser_navigate~IMSa2Feb-a | urls $.url; complete
  -: browser_tabs~4D_kU-8ovi | urls $.url
  remote-read: browser_take_screenshot~13Ywro-wB3 | writes $.filename; ignores $.element $.target
  remote-read: browser_snapshot~U4ftb7Wszf | writes $.filename; ignores $.target
  remote-read: browser_console_messages~qzeehtlotv browser_network_requests~6zWPaVPN77 browser_find~4Knh-Chsy2 | writes $.filename; ignores $.filter $.text $.regex
  remote-read: browser_wait_for~nAXDufrCVY | ignores $.text $.textGone
  serve: browser_close~OI-ji7DHXo browser_resize~1wim_yjifJ browser_emulate_media~vq5bLKCaUC
  -: browser_file_upload~5ImyKhtW0i | reads $.paths[*]
  -: browser_drop~c_h_Ou0l0P | reads $.paths[*]; ignores $.element $.target
  -: browser_click~QCkLGsIhLb browser_hover~hpDeQhUkAi | ignores $.element $.target
  -: browser_type~CkrIfU1mIN | ignores $.element $.target $.text
  -: browser_select_option~NTuZbofEW3 | ignores $.element $.target $.values
  -: browser_press_key~-CNQbYr_Zm | ignores $.key
chrome-devtools-mcp@1.11.0
  -: new_page~iztfSIS6SM | urls $.url; complete
  -: navigate_page~sWE76yNyZ3 | urls $.url
  remote-read: take_screenshot~JtMBS145vC take_snapshot~Fx3ihUvzez | writes $.filePath
  remote-read: list_pages~G2v8vwtSNH select_page~8FMjNFfDbe wait_for~r6UyP63xC8 list_console_messages~QYpmr2qnf4 get_console_message~FZMCpi8a_5 list_network_requests~sVASU7dMhG get_css_styles~rlLvxpmh53 performance_analyze_insight~qzZwHy2wFj
  serve: close_page~jcJbZhjoAU resize_page~we45EVDzsP
  -: upload_file~e_uLTXjotV | reads $.filePaths
  -: screencast_start~BHMgza8NJ- take_heapsnapshot~b2kRhBAX45 performance_start_trace~pNR_2GTkKm performance_stop_trace~spJPNNCYBQ | writes $.filePath
@modelcontextprotocol/server-puppeteer@2025.5.12
  -: puppeteer_navigate~qTJbEYgTWc | urls $.url
  remote-read: puppeteer_screenshot~xtSHCZ4b4H | ignores $.name $.selector
@browserbasehq/mcp-server-browserbase@2.4.3
  -: browserbase_stagehand_navigate~mmE89_ZiWY | urls $.url; complete
  remote-read: browserbase_stagehand_extract~eo6MekSnlJ browserbase_stagehand_observe~RVEG8cuiBH browserbase_stagehand_get_url~O72r3kaBDA browserbase_screenshot~C7EwgDyPU9 | ignores $.instruction $.name
  remote-change: browserbase_session_create~crDNxzOCzw browserbase_session_close~m9rrZz6Olt
@modelcontextprotocol/server-github@2025.4.8 remote
  remote-read: search_repositories~tYwJBnmiEv get_file_contents~aeOqZ_x_WD list_commits~RNZQcRvUuz list_issues~QsZ1JQtGP2 search_code~JK-51Ji-gt search_issues~XHTsoq5jlj search_users~7LlEEEBTNl get_issue~fjtV_vxHpq get_pull_request~lBZe5tdgNI list_pull_requests~EoLBgc3kOC get_pull_request_files~GGW19F6nsS get_pull_request_status~T9Lueh54rL get_pull_request_comments~E7BcPgymD9 get_pull_request_reviews~xw7szqJEQH
  remote-change: create_repository~mGQC2SNJOG fork_repository~y0oyzOu1-z create_branch~RiSe4hKasR create_issue~Aad5AOA4TO update_issue~3V6dY0pqP3 create_pull_request~SD_XFaOfxl update_pull_request_branch~3zrs9aoqGn
  publish: create_or_update_file~zijUupa0fA push_files~t0DjMltN8v add_issue_comment~_Z44O7LLGs create_pull_request_review~bPxdy-dzth merge_pull_request~9VdER1j06u
@modelcontextprotocol/server-gitlab@2025.4.25 remote
  remote-read: search_repositories~mBdxR66Lhj get_file_contents~us3Epy95Jz
  remote-change: create_repository~ilzwvwAqm6 create_issue~bvUts4_LEn create_merge_request~kbV8XyDvhf fork_repository~OB2_Gabw5g create_branch~_Nj8CuuvaZ
  publish: create_or_update_file~zXhWkggnJH push_files~wqNzi0CsDz
@zereight/mcp-gitlab@2.1.64 remote
  remote-read: get_merge_request_approval_state~RdBOlYrRTe get_merge_request_conflicts~c_EENpvc2q get_file_contents~-DXJlUPjNo get_branch~mGuwRVFKG_ get_protected_branch~gEILXL-hQM get_merge_request~PFfBpcRTxe get_merge_request_diffs~CoI-IkFfYa get_merge_request_file_diff~BefAMf3uU5 get_merge_request_version~SBCwoGu-VV get_branch_diffs~d83C6j-ztT get_merge_request_discussion~dvel_uwe-f get_merge_request_note~bjlmNmx1MW get_merge_request_notes~EF3vaumz1R get_draft_note~R5A7IBURhx get_issue~mAsyOSJqmX get_issue_link~3GoqrSm1UL get_namespace~jY1w2ZMrQw get_project~2TGSh90a10 get_label~M3_eBRZC8o get_repository_tree~n8D9LbO2-c get_ci_catalog_resource~4D0ceV537y get_users~nXRC4dRqCo get_user~wJQLgKFoLe get_commit~CPfCtyxP27 get_commit_diff~rnLKLTxusy get_file_blame~X6M0g3otnk get_project_events~i1NDJoqqn3 list_merge_request_pipelines~yuaQYr1co8 list_branches~FX4zBji_2P list_protected_branches~Qi50e0D1r7 list_merge_request_changed_files~GRuNAXT1kS list_merge_request_diffs~Q_oJ8TyBRr list_merge_request_versions~hDMnrWc62w list_draft_notes~yL0AoOfxmy list_merge_request_emoji_reactions~0J8gzXlWWi list_merge_request_note_emoji_reactions~97VyhF71I7 list_issue_emoji_reactions~KYuNnfQEGg list_issue_note_emoji_reactions~-Fx65r3X9O list_issues~Zhhh-qpEuj list_todos~VFP8HNaQr8 list_issue_links~ZUWrGrpEcs list_issue_discussions~AkXlbsu-6M list_namespaces~YHifkPJruV list_projects~XGubZCxOC5 list_project_members~V5aZjmgrpP list_group_members~0R-ofX1hPw list_labels~29QIS37NjH list_group_projects~s9ZpAYZeim list_ci_catalog_resources~GMyzOTV-gT list_merge_requests~CUf3hC6Ccc list_group_merge_requests~V7o2wBNhWy list_commits~NvYW_VwCTV list_commit_statuses~waPEv-WM1A list_group_iterations~mI2hQzdU1m list_events~xsADA_UrfD my_issues~vQIxC2i5S3 mr_discussions~Zzfc8jB9uI search_repositories~hU0MjdyaTw verify_namespace~GFfvgsxhey validate_ci_lint~TbA0lmmw85 validate_project_ci_lint~S47uGf6W1O whoami~hNORL6bEgI health_check~Lqe_jJ8MmO discover_tools~vR4_hz_bB8
  publish: create_or_update_file~UlQuKpBmES push_files~tADqdf2Zam merge_merge_request~pNE-tm-Oob approve_merge_request~BOElVFGMwY publish_draft_note~uJJJBtPwpp bulk_publish_draft_notes~uZiVqtR5pI create_note~ul4j4dKu2K create_merge_request_thread~pEnPz_8o73 create_merge_request_discussion_note~RNu5z5Pyri create_merge_request_note~EEaN5BInAk create_issue_note~anB2CM4eYM create_merge_request_emoji_reaction~5_3CjSyiSU create_merge_request_note_emoji_reaction~qiBTp2l8s2 create_issue_emoji_reaction~us9aPovRxh create_issue_note_emoji_reaction~Oq-9K8bVUb update_issue_note~xofSkoMCk4 update_merge_request_note~8MO8csj6vu update_merge_request_discussion_note~4GFKsbCTQ6
  remote-destroy: delete_branch~mmQIhpdRVc delete_merge_request_discussion_note~LcxFiX_V7_ delete_merge_request_note~XIVWF3OjZ3 delete_draft_note~eqQeXtcVAW delete_merge_request_emoji_reaction~JZGrG9INxt delete_merge_request_note_emoji_reaction~PXEw1fPDRk delete_issue_emoji_reaction~wdBYxQ9_Dc delete_issue_note_emoji_reaction~oCEn1vK2r4 delete_issue~IOLpRbpo8j delete_issue_link~QA289zZGR- delete_label~Wy0U_0i1w7
  remote-change: unapprove_merge_request~5Aj-wBkP54 create_repository~EFNN1lEcFT create_group~ib-ClExhtA create_issue~m52o7D4DN_ create_merge_request~Uj_LzQYkfm create_branch~3PThcsJwH7 create_draft_note~GBJALO8Os7 create_issue_link~DFUzmuR6aq create_label~zw80vKE7GW create_commit_status~8fd1Otpjq6 fork_repository~aS5x973VEP protect_branch~_eUEeiDOAL unprotect_branch~8EDIQSHpfx update_default_branch~YFPePwnY1d update_merge_request~ov01oK-RbU update_draft_note~UJecElJLzc update_issue~MrQq1Ihbwg update_issue_description_patch~Q8-CSrI7ls update_project~zYHEIrLi_r update_label~6CGdrewUls resolve_merge_request_thread~od8Bq5OL_s mark_todo_done~lwgpkseIML mark_all_todos_done~fOeMVL2YT4
@zereight/mcp-gitlab@2.1.64
  send publish: upload_markdown~cowpl4ZMw6 | reads $.file_path; ignores $.project_id
  remote-read: download_attachment~nCb_yhcMcX | writes $.local_path
linear-mcp-server@0.1.0 remote
  remote-read: linear_search_issues~cACqWHPttF linear_get_user_issues~UvvOW1byBy
  remote-change: linear_create_issue~7KJvYbHrjl linear_update_issue~0vlECAVKrr
  publish: linear_add_comment~-D6YbLX9Ry
@aashari/mcp-server-atlassian-jira@3.3.0 remote
  remote-read: jira_get~rJehJeqaVL
  remote-change: jira_post~PQ28HLMTAh jira_put~3IFOWpj6np jira_patch~Wyfjvx1dYi
  remote-destroy: jira_delete~QZyiEuimDK
@notionhq/notion-mcp-server@2.5.2 remote
  remote-read: API-get-user~azNOQKhaL4 API-get-users~Y4J-Z7E9oc API-get-self~98oHw9yjNv API-get-block-children~skJCtur-Dg API-retrieve-a-block~40nAnIuB1x API-retrieve-a-page~gdnunE1Di9 API-retrieve-a-page-property~4a0V79jtAb API-retrieve-a-comment~hMUc6v9mTo API-retrieve-a-data-source~qp_PlqzGfu API-retrieve-a-database~mDH5z2U9WQ API-retrieve-page-markdown~kYzDVa7VZD API-list-data-source-templates~2tOkSJ3vVJ API-post-search~2HXVdW0xQT API-query-data-source~YIbfqQ40KE
  publish: API-create-a-comment~uETr0jPZM7
  remote-destroy: API-delete-a-block~QcqalBFFnw
  remote-change: API-patch-block-children~MYUzbpdINo API-patch-page~WjGbZ1bYp3 API-update-a-block~m3QuitQaBi API-update-a-data-source~kwTMrPcyuV API-update-page-markdown~2fPM6ZblwI API-post-page~61-ZA0l0bD API-create-a-data-source~939K7J6i54 API-move-page~BAiaTSqusN
@modelcontextprotocol/server-slack@2025.4.25 remote
  remote-read: slack_list_channels~gDfhmUEE_J slack_get_channel_history~JVpgBXLqvC slack_get_thread_replies~IfhyzSbpJd slack_get_users~RYz5kqjgZr slack_get_user_profile~ydyHGZrR-S
  publish: slack_post_message~K_8kSN_dnw slack_reply_to_thread~8aiKD347Ka slack_add_reaction~lTXDxi50GH
figma-developer-mcp@0.13.2
  remote-read: get_figma_data~7eTK7KQyWv | ignores $.fileKey $.nodeId
  remote-read: download_figma_images~ZnvuZtHWGJ | writes $.localPath; ignores $.fileKey $.nodes
@sentry/mcp-server@0.36.0 remote
  remote-read: whoami~2lvI8-lVre find_organizations~Lu0azQd-Tm find_teams~51dwEDDp91 find_projects~yNxQWfO1Iw find_releases~5-mQT_bwau find_dsns~nai19Dwpe2 get_issue_tag_values~Nn5N-f1FU2 get_replay_details~fhbdajY3_R get_event_attachment~7L9rCNDkn0 get_doc~GyUggBv4l9 get_profile_details~tSzFPOQv-z get_sentry_resource~4YdNI0KlOy search_events~n-NESxTYHY search_docs~83uEuHOJHY search_issues~7ZsbLj42TW search_issue_events~nSuVYtlAM7 analyze_issue_with_seer~lGHRoH0t2M
  remote-change: update_issue~S8oW75dIhS create_team~JpTXsrbnuz create_project~wUrP-VFaGv update_project~oouKdjakJc create_dsn~ATTPsU7oii
kubernetes-mcp-server@0.0.67 remote
  remote-read: events_list~vOAnL6WjLr namespaces_list~c-9Ko9g0dZ nodes_log~kaQ41BPCKt nodes_stats_summary~m_4TV3o_gJ nodes_top~wSToeWTwLJ pods_get~ucRkw45Vmc pods_list~44wL2c02Y_ pods_list_in_namespace~0Xk4ICWBCw pods_log~-YrxYMRsuf pods_top~sut386lftS projects_list~u0n5_gaK5X
  remote-read: resources_get~M54LkETEDT resources_list~FzCFCZDRM- | secretIf $.kind
  secret: configuration_view~_jzPxcwZIx
  remote-change: resources_create_or_update~Qujg1zwt_1 resources_scale~D4nUvZjnFr
  remote-run: pods_run~pYcotT4QjC pods_exec~hRGfPUJttQ
  remote-destroy: pods_delete~KNUW0tcFis resources_delete~Rla0f2kh3u
mcp-server-kubernetes@4.1.7 remote
  remote-read: kubectl_get~v0wCAusCsu | secretIf $.resourceType $.name
  remote-read: kubectl_describe~rjhe8fx4o8 kubectl_logs~1tUrdmhZOt explain_resource~mlkT-8p5wA list_api_resources~H7AgitO2FG ping~8uvblD-MlB
  remote-destroy: kubectl_delete~3LzTeTXn7f uninstall_helm_chart~dNPKrF-5U2 node_management~QTsp1e5mhd cleanup~yEauwKiMBY
  remote-run: exec_in_pod~go3c8q4c-b
  remote-change: kubectl_scale~bRvsJ7jeDX kubectl_rollout~yzrNyM3XKn kubectl_patch~VOBb1EyGIh
mongodb-mcp-server@3.0.4 remote
  remote-read: collection-indexes~tR67Zowye7 collection-schema~64BXJCC7du collection-storage-size~kJomLKaF0D count~oXsk6WfbLH db-stats~B-7GeLA3Vy explain~nQANQHTA9P find~Wg1OVYsdFP list-collections~0rsG4Liuyz list-connections~Gor_rQs749 list-databases~pq-J7BUXQ9 list-knowledge-sources~zR2kUrseco mongodb-logs~7jip-U01pG search-knowledge~eJfpMGvrNJ
  remote-read remote-change?: aggregate~-GOXeqOQjj aggregate-db~vEx_gS5z3a
  remote-change: create-collection~ln4Gxkyffm create-index~ZRhf9OiBTX insert-many~9chcCF1M90 update-many~Sw-hTR1Blg rename-collection~tcELIub6jf
  remote-destroy: delete-many~qnYzRC0E6p drop-collection~Eo0C-L9RXl drop-database~HvnS1Y04WZ drop-index~fFv3Xj_SqK
@modelcontextprotocol/server-postgres@0.6.2
  remote-read remote-change?: query~U_JTHElORe | ignores $.sql
@modelcontextprotocol/server-redis@2025.4.25 remote
  remote-read: get~Lw2NybaIYN list~PRmWnLzeFC
  remote-change: set~c316xe40yp
  remote-destroy: delete~ImPKOvV7lj
@elastic/mcp-server-elasticsearch@0.3.1 remote
  remote-read: list_indices~aBE6cSCimy get_mappings~hOpDZN6tcL search~qi9R4i0NEH get_shards~63_5qaeLEH
@neondatabase/mcp-server-neon@0.3.7 remote
  remote-read: list_projects~AfnF_6hcYO describe_project~TDIV_tIXGa describe_table_schema~dfUT5L8XWI describe_branch~J0dZIkpzEP get_database_tables~1qoK-dVjvR __node_version~4FSFW6v7Ao
  remote-read remote-change?: run_sql~bsZX60NWo3 run_sql_transaction~7HypllOztN
  remote-change: create_project~cr-5zSG8_7 create_branch~aVIcY370iz prepare_database_migration~uaugLTFyaV complete_database_migration~YXNsr9nswj provision_neon_auth~X29VR6a_CO
  remote-destroy: delete_project~QMlMzIhfQX delete_branch~F26nbZJgvK
  secret: get_connection_string~tS7U7dyTG_
@netlify/mcp@1.15.1 remote
  remote-read: netlify-coding-rules~CBLXTtAarN netlify-user-services-reader~24f-kLl666 netlify-deploy-services-reader~XwCSoytU9a netlify-team-services-reader~_5t3jU_gCY netlify-project-services-reader~64yvx7Sf5q netlify-extension-services-reader~GnDa0T9CWH
  remote-change remote-destroy?: netlify-project-services-updater~v2OulrZ9gp netlify-extension-services-updater~nombDV6rcX
@netlify/mcp@1.15.1
  publish send: netlify-deploy-services-updater~tWvXewVwUg
@circleci/mcp-server-circleci@0.20.0
  remote-read: get_build_failure_logs~LM1BZSelyB get_latest_pipeline_status~2sB_uO9Il4 get_job_test_results~5nX9d4ZGeF list_followed_projects~Bqt2K6pXol list_component_versions~xwSO__u2wH list_artifacts~DGAq1MImsC
  remote-change: run_pipeline~sAEYORONah rerun_workflow~qnbubfZN3V
  publish: run_rollback_pipeline~lJtXDrFHhv
@hubspot/mcp-server@0.4.0 remote
  remote-read: hubspot-get-user-details~2Y1f5k7TqF hubspot-get-association-definitions~wQoaCGvcMf hubspot-get-property~PKy2aIV6OY hubspot-get-engagement~_8cCB0k2Cd hubspot-get-schemas~8JJkyJvao8 hubspot-get-link~AbmALkqhuq hubspot-get-workflow~TGTXHHVcOs hubspot-list-objects~Pbf3A1qtkG hubspot-list-associations~JQ8nP23uqr hubspot-list-properties~wtBLVrGQXj hubspot-list-workflows~ewPTRZbcLo hubspot-search-objects~RL_r9fPDcL hubspot-batch-read-objects~GsvfxdbpaW hubspot-generate-feedback-link~vTvfG4ceP4
  remote-change: hubspot-create-property~RFrr8eHoPG hubspot-create-engagement~lKuLC5woHY hubspot-update-property~j6GJqyPzGx hubspot-update-engagement~sDsHn7qF8z hubspot-batch-create-associations~KGjUY8yuFj hubspot-batch-create-objects~QQc3ygWvZq hubspot-batch-update-objects~4vczmomrkD
@upstash/context7-mcp@4.1.1 remote
  remote-read: resolve-library-id~rxMnStlYsV query-docs~0N5us3tyr8
nx-mcp@0.25.0 remote
  remote-read: nx_docs~67ORcQ6bjl
next-devtools-mcp@0.4.0
  remote-read: nextjs_docs~gzV3tZnQOF
terraform-mcp-server@0.13.0 remote
  remote-read: providerDetails~dLVqnszgl8 resourceUsage~tNfFDFBY9R moduleSearch~H8pIvX8ZaW listDataSources~ca5PPZnYW0 resourceArgumentDetails~CRx7Blm752 moduleDetails~u_dH6fDKsg functionDetails~NlsxvZ_S7E providerGuides~51OqkWofA9 policySearch~Z7njKrWj-S policyDetails~IoYlkFJHjj
@modelcontextprotocol/server-brave-search@0.6.2 remote
  remote-read: brave_web_search~Y2MAo9qfIF brave_local_search~NpknemvqSE
@brave/brave-search-mcp-server@2.1.4 remote
  remote-read: brave_web_search~GrsjXGc-_c brave_local_search~xbZuZ6sU7v brave_video_search~cx35TwJt2b brave_image_search~AR1Iye3Zym brave_news_search~JCV8U6qY1v brave_summarizer~mzekycFRiJ brave_llm_context~XTHbnXMSlL brave_place_search~l-S_YCfDY4
@perplexity-ai/mcp-server@1.2.1 remote
  remote-read: perplexity_ask~NuTVUq0Kua perplexity_research~RgQ60PaYRB perplexity_reason~PvOWStbQvt perplexity_search~GugPs26dmE
@modelcontextprotocol/server-google-maps@0.6.2 remote
  remote-read: maps_geocode~s9sPhgVQy_ maps_reverse_geocode~g_PXSNSB1F maps_search_places~pGxRlgucMi maps_place_details~F8MBohIBL8 maps_distance_matrix~p0Bsm8YHmt maps_elevation~8-Um0ijGNi maps_directions~iCLJ5cIti7
tavily-mcp@0.2.22 remote
  remote-read: tavily_search~UaodTNU32O tavily_research~quQqmOqHma
  remote-read: tavily_extract~qwrddL3_NT | urls $.urls
  remote-read: tavily_crawl~H4A0G6CAeH tavily_map~CbxSiQAAnP | urls $.url
exa-mcp-server@3.4.1 remote
  remote-read: web_search_exa~11bSCUPetb
  remote-read: web_fetch_exa~h1Egolk3p- | urls $.urls
firecrawl-mcp@3.22.2 remote
  remote-read: firecrawl_search~iHybT9NrhT firecrawl_check_crawl_status~Vu9aTfm9Rp firecrawl_agent_status~7hnNCv6GVK firecrawl_monitor_list~jyjor4NyNQ firecrawl_monitor_get~8ne2PUj9FY firecrawl_monitor_checks~1cS3ZhKGfX firecrawl_monitor_check~2eIJoTBdUa firecrawl_research_search_papers~ldpAqf6tRz firecrawl_research_inspect_paper~xnK-VuNvDE firecrawl_research_related_papers~g7tsMja8-h firecrawl_research_read_paper~k5lsbEHeBM firecrawl_research_search_github~Vzk-ODvpns
  remote-read: firecrawl_map~z3B_83ufmO | urls $.url
  remote-read: firecrawl_extract~Fozv2NtrlF | urls $.urls
  remote-destroy: firecrawl_monitor_delete~-ECyP3YPFB
  send: firecrawl_parse~7YaKozTkh6 | reads $.filePath
@modelcontextprotocol/server-memory@2026.8.31
  read: read_graph~PYlQNYiVLF search_nodes~E4N6B4hMIm open_nodes~PFkkpId0MY | ignores $.query $.names
  edit: create_entities~9CdFaGbych create_relations~_Agmi6In-X add_observations~LogSF8gnF3 | ignores $.entities $.relations $.observations
  lose: delete_entities~nIr1yUOqmR delete_observations~vp03OJxTNV delete_relations~5r3BUvN6uQ | ignores $.entityNames $.deletions $.relations
@modelcontextprotocol/server-sequential-thinking@2026.8.31
  read: sequentialthinking~DJJrD_WZYp | ignores $.thought
xcodebuildmcp@2.7.0
  read: session_show_defaults~undMX3Q68O list_sims~JuniRxxNZx
  read: get_coverage_report~4NunQifuDz get_file_coverage~F68XoR91kl | reads $.xcresultPath
  serve: screenshot~NfG7jmN3Ir snapshot_ui~HmEtuvUHg7
`;
