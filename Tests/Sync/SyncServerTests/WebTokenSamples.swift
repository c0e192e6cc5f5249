// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  /// Keys, and tokens that another implementation (joserfc 1.6 for Python) has signed with them. All have the claims `sub`
  /// "ann", `iss` "https://id.example", `aud` "sync" and "web", and `exp` in the year 2100. The keys are used for nothing else.
  enum WebTokenSamples {
    static let keys = """
      {"keys":[{"k":"xE40u7DeANz26txv5XUzoeIfQ8davZwG93X9UXSGqAI","kid":"secret","alg":"HS256","use":"\
      sig","kty":"oct"},{"crv":"P-256","x":"9j_lzs80efMvXwC1SNcqXvwYrIXEhnnrNyS3vO4H0gU","y":"SnOmXwyM\
      ni60Wk2a5A-MszqltURZy3CT__xk2T6UPzM","kid":"curve","use":"sig","kty":"EC"},{"n":"1_UwJiDdukEpJMx\
      52JuThaw2AXlBJl7AN3jUlZJSeXAqrONECc2shUPnTNRS4212M36NBZKFoUiAUyZ5yryAhRt8gPeYx2tcMpQvzpHIsRjnUap\
      RTmB75uKpEsoowCZpQxbe_-ppDp10hMhIjG42uLuXGqb40TEEtgXtXtIjSxyqBupPAhOe-ucPh8BFX0ebmp6COOFaXT8NxFo\
      Z4e04-IoprbhLKHxi9NTQ2zlXav5Rv65IANmo8apqlzhf6uuIoPCVD4RbXh5LL0sGWXXP8sJlihSTl6TLZIG_wvDImqCwBRI\
      3F-CUeAk4rgdi1GXEUb6x-3z33X1dh9os2r7y8Q","e":"AQAB","kid":"rsa","alg":"RS256","use":"sig","kty":\
      "RSA"},{"crv":"P-384","x":"Hhr42wFot6MUDWyBEMhPUEDOl7ZxMY6G1gzPaLRXDu-1grWiPxcYG4KlgPku962D","y"\
      :"RMZq5Q_WnNnhwaqGJxK3b8XhSmUSCIojjw-5-HsZhOL98v9HdzUcg0cYlElzgFLC","kid":"other","kty":"EC"}]}
      """

    static let hs256 = """
      eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiIsImtpZCI6InNlY3JldCJ9.eyJzdWIiOiJhbm4iLCJleHAiOjQxMDI0NDQ4MDA\
      sImlzcyI6Imh0dHBzOi8vaWQuZXhhbXBsZSIsImF1ZCI6WyJzeW5jIiwid2ViIl19.C4BDxYGCqoyFWdHlE8fAnTbP5LwzTG\
      Erip30q_bKHkE
      """

    static let es256 = """
      eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiIsImtpZCI6ImN1cnZlIn0.eyJzdWIiOiJhbm4iLCJleHAiOjQxMDI0NDQ4MDAs\
      ImlzcyI6Imh0dHBzOi8vaWQuZXhhbXBsZSIsImF1ZCI6WyJzeW5jIiwid2ViIl19.bjT-UGtc7LuSTLa2ySTRHd8tDSKW0N2\
      WlRxy6lFm2838foKXaAUBLhaL-4DgNN3a8UFKzS2qbP6X-U97KBV27Q
      """

    static let rs256 = """
      eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiIsImtpZCI6InJzYSJ9.eyJzdWIiOiJhbm4iLCJleHAiOjQxMDI0NDQ4MDAsIml\
      zcyI6Imh0dHBzOi8vaWQuZXhhbXBsZSIsImF1ZCI6WyJzeW5jIiwid2ViIl19.SQyjoOQtr8wBEx114I01AQYaMd9O9bFEUW\
      eKrtuadu-JHh5_NmycdOcc-6l78x4sJ7VMp-btg7eMzWqKyAmgMfX5o9GR_QkvaHbTEd8_K6Ww4dTq2McZaRZrgRTPb_irgg\
      5FrcF-rHDfdPgUDUHSm1BqLLABSCtrUzi7vssXs1qQsb2Dn9NBTkaIgLgbc-L7Jyf1vQlBatumcssCImBtUu2yZsgUB8UD5o\
      kxZ6ZdKwdA-JeExdBwmvsPt_BJS-oucSFIqVi1eLzKM7dlrnv7pyYmUfv0S4wT1u6MhIg-zkWb6kvp4MAQHdGDtrvoG6hC-O\
      0cwGq1AJsTi8uoX7ky7A
      """

    static let hs512 = """
      eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzUxMiIsImtpZCI6InNlY3JldCJ9.eyJzdWIiOiJhbm4iLCJleHAiOjQxMDI0NDQ4MDA\
      sImlzcyI6Imh0dHBzOi8vaWQuZXhhbXBsZSIsImF1ZCI6WyJzeW5jIiwid2ViIl19.hwaCkNg_DmKxMmj14Ow0AERVPASX2g\
      YfaWDZ2mpG5EPK4Hek3RWtyltca8MV2343hMzJC_O16yR73UxNhIWIKw
      """

    static let ps256 = """
      eyJ0eXAiOiJKV1QiLCJhbGciOiJQUzI1NiIsImtpZCI6InJzYSJ9.eyJzdWIiOiJhbm4iLCJleHAiOjQxMDI0NDQ4MDAsIml\
      zcyI6Imh0dHBzOi8vaWQuZXhhbXBsZSIsImF1ZCI6WyJzeW5jIiwid2ViIl19.OI-JsptCwXi39ULmvG6uaC31Nf4Pf5Sex1\
      ysZ6zt6RK6mvUppqb3vspH3aXkx9t-DsdeXCeb0S4o902l5-YU1OuCWe_9XbMho8vjdpFNhxPMHGRfBQqtf6iZhHVyztQ1ew\
      kQrNmbiYGCbym8cQQV476twoUR2yz1inAVeTbXnQJJ6dUqjFplHlDrewPUzNWv8wDTmx2K0qZTdoUl6q1jACBMXMI9F_zq-Z\
      qcZdrH1eb0vCFGDowRyruW5iQbgod-nwPVlYMdefe-AETso9IOik0xGvzJtWBHfMIelnccVoeIKlu3TJQ1gQeezxTL0LNkX0\
      bg0BF0Kt1NTgsgN9OB2g
      """

    static let es384 = """
      eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzM4NCIsImtpZCI6Im90aGVyIn0.eyJzdWIiOiJhbm4iLCJleHAiOjQxMDI0NDQ4MDAs\
      ImlzcyI6Imh0dHBzOi8vaWQuZXhhbXBsZSIsImF1ZCI6WyJzeW5jIiwid2ViIl19.9upHei4gLZIQ-zhZHdg1NzBlDrmczMe\
      Hj7NUe7le5WWfSvor5JvTTC1W_9keMYRVDd4AsiCoLNJPuQRVngnU9-9j_94VPRqemHnQxMwZFHtckP9PnzeUvLKLgO0tS8f\
      Q
      """
  }
#endif
